"""Batches of lines of about one width, as the net takes them."""

from __future__ import annotations

import multiprocessing
import random

import numpy as np
import torch

from alphabet import INDEX
from draw import HEIGHT, STRIDE, Line, Printer
from fonts import Font

BATCH = 32
# Lines among which those of like width are put together.
POOL = 384
# What stands behind a line is paper: the 97th percentile of `stretch_contrast`, as a byte.
PAPER = 207


def batch_of(lines: list[Line]) -> dict[str, np.ndarray]:
    width = -(-max(line.picture.shape[1] for line in lines) // 16) * 16
    pictures = np.full((len(lines), 1, HEIGHT, width), PAPER, np.uint8)
    labels = np.zeros((len(lines), width // STRIDE), np.int16)
    for row, line in enumerate(lines):
        pictures[row, 0, :, : line.picture.shape[1]] = line.picture
        labels[row, : len(line.labels)] = line.labels
    return {
        "pictures": pictures,
        "labels": labels,
        "letters": np.concatenate([[INDEX[letter] for letter in line.text] for line in lines]).astype(np.int16),
        "lengths": np.array([len(line.text) for line in lines]),
        "columns": np.array([-(-line.picture.shape[1] // STRIDE) for line in lines]),
        "scripts": np.array([line.script for line in lines]),
    }


def to_input(pictures: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(pictures).float() * (1.6 / 255) - 0.3


def by_width(lines: list[Line]) -> list[list[Line]]:
    ordered = sorted(lines, key=lambda line: line.picture.shape[1])
    return [ordered[start : start + BATCH] for start in range(0, len(ordered), BATCH)]


def draw_batches(queue: multiprocessing.Queue, seed: int, fonts: list[Font]) -> None:
    import cv2

    cv2.setNumThreads(1)
    printer, rng = Printer(seed, fonts), random.Random(seed)
    while True:
        batches = by_width([printer.line() for _ in range(POOL)])
        rng.shuffle(batches)
        for batch in batches:
            queue.put(batch_of(batch))
