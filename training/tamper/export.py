"""Writes the net of a checkpoint as ONNX, its weights with 16 bits each.

    python3 export.py checkpoint.pt ../../models/portrait-insertion.onnx
"""
import sys

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from network import Tamper

checkpoint, target = sys.argv[1:3]
net = Tamper().eval()
net.load_state_dict(torch.load(checkpoint, map_location="cpu"))


class Shares(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.net = net

    def forward(self, picture):
        return self.net(picture)


torch.onnx.export(
    Shares(),
    torch.rand(1, 3, 256, 256),
    target,
    input_names=["picture"],
    output_names=["logits"],
    dynamic_axes={"picture": {0: "n", 2: "h", 3: "w"}, "logits": {0: "n", 2: "h/4", 3: "w/4"}},
    opset_version=13,
)
model = onnx.load(target)
small, casts = [], []
for tensor in model.graph.initializer:
    values = numpy_helper.to_array(tensor)
    if values.dtype != np.float32 or values.size < 64:
        small.append(tensor)
        continue
    half = numpy_helper.from_array(values.astype(np.float16), tensor.name + "_half")
    small.append(half)
    casts.append(helper.make_node("Cast", [half.name], [tensor.name], to=TensorProto.FLOAT))
del model.graph.initializer[:]
model.graph.initializer.extend(small)
nodes = casts + list(model.graph.node)
del model.graph.node[:]
model.graph.node.extend(nodes)
onnx.checker.check_model(model)
onnx.save(model, target)
