"""
Trains the script net on made-up lines alone, on one core. It continues from its checkpoint and can be stopped at any time.

    chrt -i 0 nice -n 19 python3 script_train.py --seconds 1500 --seed 3
"""

from __future__ import annotations

import argparse
import copy
import math
import os
import random
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from scripts import CLASSES, READ, UNSURE
from script_draw import Drawn, ScriptPrinter
from script_fonts import CACHE, other_fonts
from script_net import STRIDE, ScriptNet
from batches import PAPER, to_input
from draw import HEIGHT
from fonts import installed

BATCH = 64
POOLED_BATCHES = 8
# Each batch of fresh lines is followed by two that the net has seen: drawing takes as long as learning.
REPEATED = 2
KEPT_BATCHES = 600
# Lines in a read script that the net took for another one, or nearly: one batch of them after so many others.
KEPT_MISTAKES = 4_000
STEPS_BETWEEN_MISTAKES = 6
NEARLY = -1.5
AVERAGED_OVER = 200
WARM_UP_STEPS = 60
SECONDS_BETWEEN_CHECKPOINTS = 60


def batch_of(lines: list[Drawn]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Pictures, columns of the last layer that are line, classes."""
    width = -(-max(line.picture.shape[1] for line in lines) // 16) * 16
    pictures = np.full((len(lines), 1, HEIGHT, width), PAPER, np.uint8)
    for row, line in enumerate(lines):
        pictures[row, 0, :, : line.picture.shape[1]] = line.picture
    columns = [-(-line.picture.shape[1] // STRIDE) for line in lines]
    return torch.from_numpy(pictures), torch.tensor(columns), torch.tensor([line.label for line in lines])


def by_width(lines: list[Drawn]) -> list[list[Drawn]]:
    ordered = sorted(lines, key=lambda line: line.picture.shape[1])
    return [ordered[start : start + BATCH] for start in range(0, len(ordered), BATCH)]


def batches(printer: ScriptPrinter, rng: random.Random):
    kept: list = []
    while True:
        fresh = [batch_of(lines) for lines in by_width([printer.drawn() for _ in range(POOLED_BATCHES * BATCH)])]
        rng.shuffle(fresh)
        for batch in fresh:
            kept.append(batch)
            del kept[:-KEPT_BATCHES]
            yield batch
            for _ in range(REPEATED):
                yield rng.choice(kept)


def mistaken(pictures: torch.Tensor, columns: torch.Tensor, labels: torch.Tensor, logits: torch.Tensor) -> list[Drawn]:
    margins = logits[:, UNSURE + 1 :].amax(1) - logits[:, : UNSURE + 1].amax(1)
    rows = ((labels <= UNSURE) & (margins > NEARLY)).nonzero()[:, 0].tolist()
    return [Drawn(pictures[row, 0, :, : int(columns[row]) * STRIDE].numpy().copy(), int(labels[row]), "") for row in rows]


def train(given: argparse.Namespace) -> None:
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    kept = torch.load(given.checkpoint) if given.checkpoint.exists() else None
    steps = kept["steps"] if kept else 0
    net = ScriptNet()
    averaged = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), given.rate, weight_decay=1e-3)
    if kept:
        net.load_state_dict(kept["net"])
        averaged.load_state_dict(kept["averaged"])
        optimiser.load_state_dict(kept["optimiser"])
    seed = given.seed * 1_000_003 + steps  # another start draws other lines
    fonts = [font for font in installed() if not font.held_out]
    printer = ScriptPrinter(seed, fonts, [font for font in other_fonts() if not font.held_out])
    # To call a read line another script is the fault that counts.
    weight = torch.ones(len(CLASSES))
    weight[READ] = weight[UNSURE] = 2
    began, saved = time.process_time(), time.monotonic()

    def keep() -> None:
        parts = dict(net=net.state_dict(), averaged=averaged.state_dict(), optimiser=optimiser.state_dict(), steps=steps)
        torch.save(parts, f"{given.checkpoint}.part")
        os.replace(f"{given.checkpoint}.part", given.checkpoint)

    mistakes: list[Drawn] = []
    rng = random.Random(seed)

    def all_batches():
        for batch in batches(printer, rng):
            yield batch
            if steps % STEPS_BETWEEN_MISTAKES == 0 and len(mistakes) >= 4 * BATCH:
                yield batch_of(rng.sample(mistakes, BATCH))

    for pictures, columns, labels in all_batches():
        elapsed = time.process_time() - began
        if elapsed >= given.seconds:
            break
        annealed = 0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * elapsed / given.seconds))
        for group in optimiser.param_groups:
            group["lr"] = given.rate * min(1, (steps + 1) / WARM_UP_STEPS) * annealed
        net.train()
        logits = net(to_input(pictures), columns)
        loss = nn.functional.cross_entropy(logits, labels, weight=weight, label_smoothing=0.01)
        mistakes += mistaken(pictures, columns, labels, logits.detach())
        del mistakes[:-KEPT_MISTAKES]
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2)
        optimiser.step()
        share = max(1 / (steps + 1), 1 / AVERAGED_OVER)
        with torch.no_grad():
            for mean, value in zip(averaged.state_dict().values(), net.state_dict().values()):
                if mean.dtype.is_floating_point:
                    mean.lerp_(value, share)
        steps += 1
        if steps % 50 == 0:
            right = (logits.argmax(1) == labels).float().mean().item()
            print(f"{elapsed:.0f} s, {steps} steps, loss {loss.item():.3f}, {right:.2f} right", flush=True)
        if time.monotonic() - saved > SECONDS_BETWEEN_CHECKPOINTS:
            saved = time.monotonic()
            keep()
    keep()


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seconds", type=float, default=1500, help="of this process's processor time, over which the rate falls")
    arguments.add_argument("--seed", type=int, default=3)
    arguments.add_argument("--rate", type=float, default=4e-3)
    arguments.add_argument("--checkpoint", type=Path, default=CACHE / "checkpoint.pt")
    train(arguments.parse_args())
