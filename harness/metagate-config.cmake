# find_package(metagate CONFIG): metagate::metagate, the library;
# metagate::suite, the generators, mutants, reducer and golden runner; and, where
# GoogleTest is found, metagate::harness, all of it as tests of your lowering.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(ZLIB)
find_dependency(fmt)
find_dependency(nlohmann_json 3.11)
find_dependency(simdjson)
find_dependency(OpenSSL)
include(${CMAKE_CURRENT_LIST_DIR}/metagate_targets.cmake)
if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/metagate_harness_targets.cmake)
  find_package(GTest QUIET)
  if(GTest_FOUND)
    include(${CMAKE_CURRENT_LIST_DIR}/metagate_harness_targets.cmake)
  endif()
endif()
