"""
Writes a checkpoint's averaged weights as ONNX with 16 bits a weight. The file is the shipped net and holds all that training needs to
continue: batch normalisation is not folded, and each weight has its name (`train.py --from`).

    python3 export.py ../../.cache/training/print/checkpoint.pt ../../models/print-line.onnx
"""

from __future__ import annotations

import sys

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from draw import HEIGHT
from network import PrintNet


def export(net: PrintNet, path: str) -> None:
    net.eval()
    axes = {"line": {0: "n", 3: "w"}, "letters": {0: "n", 1: "t"}, "script": {0: "n"}}
    torch.onnx.export(
        net, torch.zeros(1, 1, HEIGHT, 320), path, input_names=["line"], output_names=["letters", "script"], dynamic_axes=axes,
        opset_version=13, training=torch.onnx.TrainingMode.PRESERVE, do_constant_folding=False,
    )  # fmt: skip
    model = onnx.load(path)
    halve(model)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def halve(model: onnx.ModelProto) -> None:
    """Weights become 16 bits wide on the disk; a cast in front of each, which the runtime does once at loading, widens them again."""
    casts = []
    for stored in model.graph.initializer:
        if stored.data_type != TensorProto.FLOAT or numpy_helper.to_array(stored).size < 2:
            continue
        name = stored.name
        narrow = numpy_helper.from_array(numpy_helper.to_array(stored).astype(np.float16), f"{name}.half")
        stored.CopyFrom(narrow)
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    for position, cast in enumerate(casts):
        model.graph.node.insert(position, cast)


def load(path: str) -> PrintNet:
    """The net of an export, to continue from."""
    stored = {tensor.name.removesuffix(".half"): numpy_helper.to_array(tensor) for tensor in onnx.load(path).graph.initializer}
    net = PrintNet()
    state = net.state_dict()
    for name, value in state.items():
        if name.endswith("num_batches_tracked"):
            continue
        state[name] = torch.from_numpy(np.array(stored[name], dtype=np.float32)).reshape(value.shape)
    net.load_state_dict(state)
    return net


if __name__ == "__main__":
    checkpoint, out = sys.argv[1:]
    kept = torch.load(checkpoint, map_location="cpu")
    trained = PrintNet()
    trained.load_state_dict(kept["averaged"])
    export(trained, out)
    again = load(out)
    probe = torch.rand(1, 1, HEIGHT, 320)
    with torch.no_grad():
        difference = (trained.eval()(probe)[0] - again.eval()(probe)[0]).abs().max().item()
    print(f"{kept['steps']} steps; letters differ by at most {difference:.4f} from those of 32 bits")
