# find_package(metagate CONFIG): metagate::metagate, the library, and
# metagate::suite, the generators, mutants, reducer and golden runner.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(ZLIB)
find_dependency(fmt)
find_dependency(nlohmann_json 3.11)
find_dependency(simdjson)
include(${CMAKE_CURRENT_LIST_DIR}/metagate_targets.cmake)
