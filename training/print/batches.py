"""Batches of lines of about one width, as the net takes them."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Iterator

import numpy as np
import torch

from alphabet import INDEX
from draw import HEIGHT, STRIDE, Line, Printer
from fonts import Font

BATCH = 32
# Batches that are drawn together and sorted by width.
POOLED_BATCHES = 12
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


def to_input(pictures: torch.Tensor) -> torch.Tensor:
    return pictures.float() * (1.6 / 255) - 0.3


def by_width(lines: list[Line], size: int = BATCH) -> list[list[Line]]:
    ordered = sorted(lines, key=lambda line: line.picture.shape[1])
    return [ordered[start : start + size] for start in range(0, len(ordered), size)]


def _draw_batches(queue: multiprocessing.Queue, seed: int, fonts: list[Font], size: int) -> None:
    import cv2

    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    printer, rng = Printer(seed, fonts), random.Random(seed)
    while True:
        batches = by_width([printer.line() for _ in range(POOLED_BATCHES * size)], size)
        rng.shuffle(batches)
        for batch in batches:
            queue.put(batch_of(batch))


def drawn_batches(seed: int, fonts: list[Font], size: int, drawers: int) -> Iterator[dict[str, np.ndarray]]:
    """Batches without end, from as many processes as `drawers`; each draws other lines. Call it before a GPU is touched: it forks."""
    processes = multiprocessing.get_context("fork")
    queue: multiprocessing.Queue = processes.Queue(12 + drawers)
    for drawer in range(drawers):
        given = (queue, seed * 1_000 + drawer, fonts, size)
        processes.Process(target=_draw_batches, args=given, daemon=True).start()
    return iter(queue.get, None)
