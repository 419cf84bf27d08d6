"""The script net: lines [n, 1, 40, w] to logits [n, classes] of the whole line."""

from __future__ import annotations

import torch
from torch import nn

from scripts import CLASSES

CHANNELS = 96
# Columns of the input to one of the last layer.
STRIDE = 8


def _step(inputs: int, outputs: int, kernel, stride, padding) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inputs, outputs, kernel, stride, padding, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Along(nn.Module):
    """Looks at the neighbours of each column."""

    def __init__(self, kernel: int):
        super().__init__()
        self.along = nn.Sequential(
            nn.Conv1d(CHANNELS, CHANNELS, kernel, padding=kernel // 2, groups=CHANNELS, bias=False), nn.BatchNorm1d(CHANNELS), nn.ReLU(inplace=True)
        )
        self.across = nn.Sequential(nn.Conv1d(CHANNELS, CHANNELS, 1, bias=False), nn.BatchNorm1d(CHANNELS))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.across(self.along(x)))


class ScriptNet(nn.Module):
    """What most of the line looks like, and what any part of it looks like, decide: a few letters of a read script suffice against another."""

    def __init__(self):
        super().__init__()
        self.picture = nn.Sequential(
            _step(1, 12, 5, 2, 2), _step(12, 28, 3, 2, 1), _step(28, 48, 3, 2, 1), _step(48, CHANNELS, (5, 3), 1, (0, 1))
        )  # fmt: skip
        self.row = nn.Sequential(Along(5), Along(7))
        self.classes = nn.Linear(2 * CHANNELS, len(CLASSES))

    def forward(self, x: torch.Tensor, columns: torch.Tensor | None = None) -> torch.Tensor:
        seen = self.row(self.picture(x).squeeze(2))
        if columns is None:
            return self.classes(torch.cat([seen.mean(2), seen.amax(2)], 1))
        # Without the paper behind the shorter lines of a batch.
        is_line = (torch.arange(seen.shape[2])[None] < columns[:, None])[:, None]
        mean = (seen * is_line).sum(2) / columns[:, None]
        return self.classes(torch.cat([mean, (seen * is_line).amax(2)], 1))
