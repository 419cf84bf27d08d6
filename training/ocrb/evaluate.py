"""
How many made-up lines, drawn from a seed that training never uses, a net reads exactly.

    python3 evaluate.py ../../models/ocrb-line.onnx
"""

from __future__ import annotations

import random
import sys

import numpy as np
import torch

from draw import sample
from network import LineNet, load_onnx, read

VALIDATION_SEED = 1
VALIDATION_LINES = 960


def validation_set() -> tuple[torch.Tensor, list[str]]:
    rng, noise = random.Random(VALIDATION_SEED), np.random.default_rng(VALIDATION_SEED)
    drawn = [sample(rng, noise) for _ in range(VALIDATION_LINES)]
    return torch.from_numpy(np.stack([picture for picture, _, _ in drawn]))[:, None], [text for _, _, text in drawn]


def exact_lines(net: LineNet, validation: tuple[torch.Tensor, list[str]]) -> str:
    net.eval()
    pictures, texts = validation
    exact = letters = 0
    with torch.no_grad():
        for start in range(0, len(texts), 64):
            for text, seen in zip(texts[start : start + 64], read(net(pictures[start : start + 64]))):
                exact += seen == text
                letters += sum(a == b for a, b in zip(text, seen)) if len(seen) == len(text) else 0
    return f"{exact} of {len(texts)} lines exact, {letters} letters in lines of the right length"


if __name__ == "__main__":
    for path in sys.argv[1:]:
        print(path, exact_lines(load_onnx(path), validation_set()))
