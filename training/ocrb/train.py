"""
Trains the line net on made-up lines alone and writes it as ONNX.

    python3 train.py --from ../../models/ocrb-line.onnx --seconds 4800 --seed 2 --out ocrb-line.onnx
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import random
import time

import numpy as np
import torch
from torch import nn

from draw import sample
from evaluate import VALIDATION_SEED, exact_lines, validation_set
from network import CLASSES, LineNet, export_onnx, load_onnx

BATCH = 32
KEPT_BATCHES = 600
WARM_UP_STEPS = 100


def draw_batches(queue: multiprocessing.Queue, seed: int) -> None:
    import cv2

    cv2.setNumThreads(1)
    rng, noise = random.Random(seed), np.random.default_rng(seed)
    while True:
        queue.put([sample(rng, noise)[:2] for _ in range(BATCH)])


def train(start: str | None, seconds: float, seed: int, out: str, rate: float) -> None:
    assert seed != VALIDATION_SEED, "that seed draws the validation set"
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    queue: multiprocessing.Queue = multiprocessing.Queue(12)
    multiprocessing.Process(target=draw_batches, args=(queue, seed), daemon=True).start()
    net = load_onnx(start) if start else LineNet()
    held_out = validation_set()
    print("before", exact_lines(net, held_out), flush=True)

    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-4)
    weight = torch.ones(CLASSES) * 1.5
    weight[0] = 1  # most columns are blank
    rng, kept, steps, drawn = random.Random(seed), [], 0, 0
    began = time.monotonic()
    while (elapsed := time.monotonic() - began) < seconds:
        annealed = 0.5 * (1 + math.cos(math.pi * elapsed / seconds))
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, (steps + 1) / WARM_UP_STEPS) * max(0.01, annealed)
        while not queue.empty() or not kept:
            kept.append(queue.get())
            drawn += BATCH
        del kept[:-KEPT_BATCHES]
        # Drawing is slower than training: fresh lines half of the time, lines seen before otherwise.
        batch = kept[-1] if rng.random() < 0.5 else rng.choice(kept)
        pictures = torch.from_numpy(np.stack([picture for picture, _ in batch]))[:, None]
        labels = torch.from_numpy(np.stack([label for _, label in batch]))
        net.train()
        loss = nn.functional.cross_entropy(
            net(pictures).reshape(-1, CLASSES), labels.reshape(-1), weight=weight, label_smoothing=0.01
        )
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1)
        optimiser.step()
        steps += 1
        if steps % 300 == 0:
            print(f"{elapsed:.0f} s, {steps} steps, {drawn} lines, loss {loss.item():.4f}", exact_lines(net, held_out), flush=True)
            export_onnx(net, out)
    export_onnx(net, out)
    print("after", exact_lines(net, held_out), f"{steps} steps, {drawn} lines", flush=True)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--from", dest="start", help="an exported net to continue from; without it, training starts from nothing")
    arguments.add_argument("--seconds", type=float, default=4800)
    arguments.add_argument("--seed", type=int, default=2)
    arguments.add_argument("--rate", type=float, default=1e-3)
    arguments.add_argument("--out", default="ocrb-line.onnx")
    given = arguments.parse_args()
    train(given.start, given.seconds, given.seed, given.out, given.rate)
