#include "harness/generate/meta_keys.h"

namespace metagate {
namespace {

using enum KeyKind;
using Style = ValueStyle;

constexpr MetaKeyRow table[] = {
    {"nn_module_stack", source, Style::object, 5},
    {"source_fn_stack", source, Style::source, 4},

    {"stack_trace", known, Style::text, 6},
    {"from_node", known, Style::object, 6},
    {"torch_fn", known, Style::names, 4},
    {"original_aten", known, Style::anything, 2},
    {"seq_nr", known, Style::integer, 4},
    {"tensor_meta", known, Style::tensor, 4},
    {"spec", known, Style::object, 2},
    {"custom", known, Style::object, 4},
    {"quant_attrs", known, Style::dict, 4},
    {"q_tensor_io", known, Style::dtype, 6},
    {"qnn_axis_order", known, Style::numbers, 3},
    {"requantize", known, Style::dict, 1},
    {"quantization_annotation", known, Style::node, 2},
    {"input_qparams", known, Style::anything, 1},
    {"xnn_partitioner_config", known, Style::names, 1},
    {"XNN_NHWC_NODE", known, Style::boolean, 1},
    {"et_init_buffer", known, Style::boolean, 1},
    {"_share_alloc_with_arg_idx", known, Style::integer, 1},

    {"my_pass_note", unknown, Style::anything, 6},
    {"vendor.flag", unknown, Style::boolean, 2},
    {"cost", unknown, Style::anything, 3},
    {"group", unknown, Style::object, 2},
    {"partner", unknown, Style::node, 2},
    {"", unknown, Style::anything, 1},
    {"key with \"quotes\"", unknown, Style::text, 1},
    {"\xd0\xba\xd0\xbb\xd1\x8e\xd1\x87", unknown, Style::anything, 1},
    {"delegation_tag_", unknown, Style::text, 1},
    {"__private__", unknown, Style::anything, 1},
    {"0", unknown, Style::anything, 1},
    {"a_key_that_is_longer_than_any_other_of_its_kind", unknown, Style::text,
     1},

    {"match", transient, Style::boolean, 4},
    {"no_copy", transient, Style::boolean, 2},
    {"backend_id", transient, Style::text, 1},
    {"compile_spec", transient, Style::anything, 2},
    {"submodule_program", transient, Style::object, 1},
    {"toplevel_input_specs_to_delete", transient, Style::dict, 1},
    {"toplevel_output_specs_to_delete", transient, Style::dict, 1},
    {"is_submodule", transient, Style::boolean, 1},
    {"submodule_output_node", transient, Style::node, 1},
};

}  // namespace

std::span<const MetaKeyRow> meta_key_rows() {
  return table;
}

}  // namespace metagate
