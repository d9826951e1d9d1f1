#include "harness/generate/operators.h"

namespace metagate {
namespace {

using enum OperatorKind;

constexpr OperatorRow table[] = {
    {nullary, "aten.full.default", "[2, 2], 0.5"},
    {nullary, "aten.arange.start_step", "0, 8"},

    {unary, "aten.relu.default", "%"},
    {unary, "aten.sigmoid.default", "%"},
    {unary, "aten.sin.default", "%"},
    {unary, "aten.exp.default", "%"},
    {unary, "aten.neg.default", "%"},
    {unary, "aten.abs.default", "%"},
    {unary, "aten.tanh.default", "%"},
    {unary, "aten._softmax.default", "%, -1, false"},
    {unary, "aten.hardtanh.default", "%, 0.0, 6.0"},
    {unary, "aten.mul.Scalar", "%, 0.7071067811865476"},
    {unary, "aten.mean.dim", "%, [-1, -2], true"},
    {unary, "aten.permute_copy.default", "%, [0, 2, 1, 3]"},
    {unary, "aten.view_copy.default", "%, [1, 64]"},
    {unary, "aten.full_like.default", "%, 0", "dtype: float32"},
    {unary, "quantized_decomposed.quantize_per_tensor.default",
     "%, 0.0078125, 0, -128, 127, int8"},
    {unary, "quantized_decomposed.dequantize_per_tensor.default",
     "%, 0.0078125, 0, -128, 127, int8"},

    {binary, "aten.add.Tensor", "%, %"},
    {binary, "aten.add.Tensor", "%, %", "alpha: 2"},
    {binary, "aten.sub.Tensor", "%, %"},
    {binary, "aten.mul.Tensor", "%, %"},
    {binary, "aten.bmm.default", "%, %"},
    {binary, "aten.cat.default", "[%, %]"},
    {binary, "aten.linear.default", "%, %"},
    {binary, "aten.embedding.default", "%, %"},

    {many, "aten.where.self", "%, %, %"},
    {many, "aten.linear.default", "%, %, %"},
    {many, "aten.convolution.default",
     "%, %, %, [2, 2], [1, 1], [1, 1], false, [0, 0], 1"},
    {many, "aten.cat.default", "[%, %, %, %], -1"},
    {many, "aten.clamp.Tensor", "%", "max: %, min: %"},

    {multi, "aten.topk.default", "%, 2", "", Yields::tuple, 2},
    {multi, "aten.max.dim", "%, 1", "", Yields::tuple, 2},
    {multi, "aten.native_layer_norm.default", "%, [4], %, %, 1e-05", "",
     Yields::tuple, 3},
    {multi, "aten._native_batch_norm_legit_no_training.default",
     "%, %, %, %, %, 0.1, 1e-05", "", Yields::tuple, 3},
    {multi, "aten.split_with_sizes_copy.default", "%, [1, 3], 1", "",
     Yields::list, 2},
    {multi, "aten.unbind_copy.int", "%", "", Yields::list, 4},

    {symint, "aten.sym_size.int", "%, 1", "", Yields::symint},
    {symint, "aten.sym_size.int", "%, 0", "", Yields::symint},
    {symint, "operator.mul", "#, #", "", Yields::symint},
    {symint, "operator.add", "#, 1", "", Yields::symint},
    {symint, "aten.scalar_tensor.default", "#"},
    {symint, "aten.view_copy.default", "%, [#, 4]"},
    {symint, "aten.slice_copy.Tensor", "%, 0, 0, #"},

    {method, "contiguous", "%"},
};

}  // namespace

std::span<const OperatorRow> operator_rows() {
  return table;
}

}  // namespace metagate
