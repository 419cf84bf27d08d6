"""
Trains the print net on made-up lines alone. It goes on from its checkpoint, or from shipped weights, and can be stopped at any time.

    chrt -i 0 nice -n 19 python3 train.py --from ../../models/print-line.onnx --seconds 5400 --seed 3
"""

from __future__ import annotations

import argparse
import copy
import math
import multiprocessing
import os
import random
import time
from pathlib import Path

import torch
from torch import nn

from alphabet import CLASSES
from batches import BATCH, draw_batches, to_input
from evaluate import VALIDATION_SEED, measure, said, validation_lines
from export import load
from fonts import CACHE, installed
from network import PrintNet

# Each batch of fresh lines is followed by one that the net has seen: drawing takes half as long as learning.
KEPT_BATCHES = 300
WARM_UP_STEPS = 150
# Until then the net learns from the letter under each column; CTC alone would say nothing but blanks for thousands of steps.
STEPS_BEFORE_CTC = 600
AVERAGED_OVER = 400
SECONDS_BETWEEN_CHECKPOINTS = 120


def loss_of(net: PrintNet, batch: dict, steps: int, weight: torch.Tensor) -> torch.Tensor:
    letters, scripts = net(to_input(batch["pictures"]))
    labels = torch.from_numpy(batch["labels"]).long()
    by_column = nn.functional.cross_entropy(letters.reshape(-1, CLASSES), labels.reshape(-1), weight=weight)
    loss = 0.05 * nn.functional.cross_entropy(scripts, torch.from_numpy(batch["scripts"]))
    if steps < STEPS_BEFORE_CTC:
        return loss + by_column
    ctc = nn.functional.ctc_loss(
        letters.log_softmax(-1).permute(1, 0, 2), torch.from_numpy(batch["letters"]).long(),
        torch.from_numpy(batch["columns"]), torch.from_numpy(batch["lengths"]), zero_infinity=True,
    )  # fmt: skip
    return loss + 0.3 * by_column + ctc


def save(path: Path, **kept) -> None:
    torch.save(kept, f"{path}.part")
    os.replace(f"{path}.part", path)


def average(averaged: PrintNet, net: PrintNet, steps: int) -> None:
    share = max(1 / (steps + 1), 1 / AVERAGED_OVER)
    with torch.no_grad():
        for mean, value in zip(averaged.state_dict().values(), net.state_dict().values()):
            if mean.dtype.is_floating_point:
                mean.lerp_(value, share)


def train(start: str | None, seconds: float, seed: int, rate: float, floor: float, checkpoint: Path) -> None:
    assert seed != VALIDATION_SEED, "that seed draws the validation set"
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    fonts = [font for font in installed() if not font.held_out]
    net = load(start) if start else PrintNet()
    averaged = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-4)
    steps = drawn = 0
    if checkpoint.exists():
        kept = torch.load(checkpoint, map_location="cpu")
        net.load_state_dict(kept["net"])
        averaged.load_state_dict(kept["averaged"])
        optimiser.load_state_dict(kept["optimiser"])
        steps, drawn = kept["steps"], kept["drawn"]
    queue: multiprocessing.Queue = multiprocessing.Queue(12)
    # Another start draws other lines.
    multiprocessing.Process(target=draw_batches, args=(queue, seed * 1_000_003 + steps, fonts), daemon=True).start()
    weight = torch.ones(CLASSES) * 1.5
    weight[0] = 1  # many columns are blank
    rng, kept_batches, held_out = random.Random(seed + steps), [], []
    saved = time.monotonic()
    began = time.process_time()
    # The processor's time: at idle priority an hour may hold a minute of work.
    while (elapsed := time.process_time() - began) < seconds:
        annealed = floor + (1 - floor) * 0.5 * (1 + math.cos(math.pi * elapsed / seconds))
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, (steps + 1) / WARM_UP_STEPS) * annealed
        if steps % 2 == 0 or not kept_batches:
            kept_batches.append(queue.get())
            drawn += BATCH
            batch = kept_batches[-1]
        else:
            batch = rng.choice(kept_batches)
        del kept_batches[:-KEPT_BATCHES]
        net.train()
        loss = loss_of(net, batch, steps, weight)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2)
        optimiser.step()
        average(averaged, net, steps)
        steps += 1
        if steps % 50 == 0:
            print(f"{elapsed:.0f} s, {steps} steps, {drawn} lines, loss {loss.item():.3f}", flush=True)
        if steps % 500 == 0:
            held_out = held_out or validation_lines(256)
            print(said(measure(averaged, held_out)), flush=True)
        if time.monotonic() - saved > SECONDS_BETWEEN_CHECKPOINTS or steps % 500 == 0:
            saved = time.monotonic()
            save(checkpoint, net=net.state_dict(), averaged=averaged.state_dict(), optimiser=optimiser.state_dict(), steps=steps, drawn=drawn)
    save(checkpoint, net=net.state_dict(), averaged=averaged.state_dict(), optimiser=optimiser.state_dict(), steps=steps, drawn=drawn)
    print(said(measure(averaged, held_out or validation_lines(256))), f"{steps} steps, {drawn} lines", flush=True)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--from", dest="start", help="an exported net to go on from; a checkpoint that is there wins")
    arguments.add_argument("--seconds", type=float, default=5400, help="of this process's processor time, over which the rate falls")
    arguments.add_argument("--seed", type=int, default=2)
    arguments.add_argument("--rate", type=float, default=2e-3)
    arguments.add_argument("--floor", type=float, default=0.02, help="share of the rate that is left at the end of the run")
    arguments.add_argument("--checkpoint", type=Path, default=CACHE / "checkpoint.pt")
    given = arguments.parse_args()
    train(given.start, given.seconds, given.seed, given.rate, given.floor, given.checkpoint)
