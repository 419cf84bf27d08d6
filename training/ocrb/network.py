"""The line net: 0.27 million parameters, [n, 1, 32, w] to [n, w / 4, 38] (blank, then the alphabet)."""

from __future__ import annotations

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from lines import ALPHABET

CLASSES = len(ALPHABET) + 1


class Residual(nn.Module):
    def __init__(self, channels: int, kernel: int):
        super().__init__()
        self.wide = nn.Conv1d(channels, channels, kernel, padding=kernel // 2, groups=channels)
        self.mix = nn.Conv1d(channels, channels, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.mix(torch.relu(self.wide(x))))


class LineNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.picture = nn.Sequential(
            nn.Conv2d(1, 16, 5, 2, 2), nn.ReLU(),
            nn.Conv2d(16, 48, 3, 2, 1), nn.ReLU(),
            nn.Conv2d(48, 64, 3, 1, 1), nn.ReLU(),
            nn.Conv2d(64, 80, 3, (2, 1), 1), nn.ReLU(),
            nn.Conv2d(80, 144, (4, 3), 1, (0, 1)), nn.ReLU(),
            nn.Dropout(0.05),
        )  # fmt: skip
        self.row = nn.Sequential(Residual(144, 9), Residual(144, 9), nn.Conv1d(144, CLASSES, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.row(self.picture(x).squeeze(2)).permute(0, 2, 1)


def load_onnx(path: str) -> LineNet:
    """
    The net with the weights of an exported one, to continue from. An export has its batch normalisation folded into the
    convolutions, which is why this net has none: their biases are trained on instead.
    """
    graph = onnx.load(path).graph
    stored = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    net = LineNet()
    layers = [module for module in net.modules() if isinstance(module, (nn.Conv1d, nn.Conv2d))]
    convolutions = [node for node in graph.node if node.op_type == "Conv"]
    assert len(layers) == len(convolutions), "not an export of this net"
    with torch.no_grad():
        for layer, node in zip(layers, convolutions):
            layer.weight.copy_(torch.from_numpy(np.copy(stored[node.input[1]])))
            layer.bias.copy_(torch.from_numpy(np.copy(stored[node.input[2]])))
    return net


def export_onnx(net: LineNet, path: str) -> None:
    net.eval()
    axes = {"line": {0: "n", 3: "w"}, "logits": {0: "n", 1: "t"}}
    torch.onnx.export(
        net, torch.zeros(1, 1, 32, 1024), path,
        input_names=["line"], output_names=["logits"], dynamic_axes=axes, opset_version=17,
    )  # fmt: skip


def read(logits: torch.Tensor) -> list[str]:
    """The best path of each line: repeats joined, blanks left out."""
    texts = []
    for row in logits.argmax(-1).tolist():
        text, previous = "", 0
        for index in row:
            if index != previous and index:
                text += ALPHABET[index - 1]
            previous = index
        texts.append(text)
    return texts
