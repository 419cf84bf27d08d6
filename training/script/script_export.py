"""
Writes a checkpoint's averaged weights as ONNX with 16 bits a weight.

    python3 script_export.py ../../.cache/training/script/checkpoint.pt ../../.cache/training/script/print-script.onnx
"""

from __future__ import annotations

import sys

import onnx
import torch

import scripts  # noqa: F401  (the path of the print net's room)
from script_net import ScriptNet
from draw import HEIGHT
from export import halve


def export(net: ScriptNet, path: str) -> None:
    net.eval()
    axes = {"line": {0: "n", 3: "w"}, "script": {0: "n"}}
    torch.onnx.export(net, torch.zeros(1, 1, HEIGHT, 320), path, input_names=["line"], output_names=["script"], dynamic_axes=axes, opset_version=13)
    model = onnx.load(path)
    halve(model)
    onnx.checker.check_model(model)
    onnx.save(model, path)


if __name__ == "__main__":
    checkpoint, out = sys.argv[1:]
    kept = torch.load(checkpoint)
    trained = ScriptNet()
    trained.load_state_dict(kept["averaged"])
    export(trained, out)
    print(f"{kept['steps']} steps, {sum(weight.numel() for weight in trained.parameters())} weights")
