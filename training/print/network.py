"""The print net: [n, 1, 40, w] to letters [n, w / 4, classes] and the script of the line [n, 3], both as logits."""

from __future__ import annotations

import torch
from torch import nn

from alphabet import ALPHABET, CLASSES, SCRIPTS

CHANNELS = 352
REMEMBERED = 176


def _step(inputs: int, outputs: int, kernel, stride, padding) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inputs, outputs, kernel, stride, padding, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Refine(nn.Module):
    """Reads the same picture again."""

    def __init__(self, channels: int):
        super().__init__()
        self.again = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels), nn.ReLU(inplace=True),
            nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels),
        )  # fmt: skip

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.again(x))


class Residual(nn.Module):
    """Looks along the line: each channel over its neighbours, then the channels with each other."""

    def __init__(self, channels: int, kernel: int):
        super().__init__()
        self.along = nn.Sequential(
            nn.Conv1d(channels, channels, kernel, padding=kernel // 2, groups=channels, bias=False), nn.BatchNorm1d(channels), nn.ReLU(inplace=True)
        )
        self.across = nn.Sequential(nn.Conv1d(channels, channels, 1, bias=False), nn.BatchNorm1d(channels))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.across(self.along(x)))


class PrintNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.picture = nn.Sequential(
            _step(1, 32, 5, 2, 2),
            _step(32, 80, 3, 2, 1),
            Refine(80),
            Refine(80),
            _step(80, 160, 3, (2, 1), 1),
            _step(160, CHANNELS, (5, 3), 1, (0, 1)),
        )  # fmt: skip
        self.row = nn.Sequential(*(Residual(CHANNELS, kernel) for kernel in (3, 5, 7, 9, 11)), nn.Dropout(0.05))
        self.memory = nn.LSTM(CHANNELS, REMEMBERED, num_layers=2, batch_first=True, bidirectional=True)
        self.letters = nn.Conv1d(CHANNELS + 2 * REMEMBERED, CLASSES, 1)
        self.script = nn.Linear(CHANNELS, len(SCRIPTS))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        seen = self.row(self.picture(x).squeeze(2))
        remembered, _ = self.memory(seen.permute(0, 2, 1))
        letters = self.letters(torch.cat([seen, remembered.permute(0, 2, 1)], 1))
        return letters.permute(0, 2, 1), self.script(seen.mean(2))


def read(logits: torch.Tensor, columns: list[int]) -> list[str]:
    """The best path of each line as far as its columns reach: repeats joined, blanks left out."""
    texts = []
    for row, count in zip(logits.argmax(-1).tolist(), columns):
        text, previous = "", 0
        for index in row[:count]:
            if index != previous and index:
                text += ALPHABET[index - 1]
            previous = index
        texts.append(text.strip())
    return texts
