"""
Trains the print net on made-up lines alone. It continues from its checkpoint, or from shipped weights, and can be stopped at any time.

    chrt -i 0 nice -n 19 python3 train.py --from ../../models/print-line.onnx --seconds 5400 --seed 3
    python3 train.py --device cuda --batch 256 --drawers 15 --fresh --seconds 480        # a GPU and 16 cores
"""

from __future__ import annotations

import argparse
import copy
import math
import os
import queue
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import torch
from torch import nn

from alphabet import CLASSES
from batches import BATCH, drawn_batches, to_input
from evaluate import VALIDATION_SEED, measure, said, validation_lines
from export import load
from fonts import CACHE, installed
from network import PrintNet

# On one core each batch of fresh lines is followed by one that the net has seen: drawing takes half as long as learning.
KEPT_BATCHES = 300
WARM_UP_STEPS = 150
# Until then a new net learns from the letter under each column; CTC alone would say nothing but blanks for thousands of steps.
STEPS_BEFORE_CTC = 600
AVERAGED_OVER = 400
SECONDS_BETWEEN_CHECKPOINTS = 120


def loss_of(net: PrintNet, batch: dict[str, torch.Tensor], with_ctc: bool, weight: torch.Tensor) -> torch.Tensor:
    pictures = to_input(batch["pictures"])
    with torch.autocast(pictures.device.type, torch.bfloat16, enabled=pictures.is_cuda):
        letters, scripts = net(pictures)
    letters, scripts = letters.float(), scripts.float()
    by_column = nn.functional.cross_entropy(letters.reshape(-1, CLASSES), batch["labels"].reshape(-1).long(), weight=weight)
    loss = 0.05 * nn.functional.cross_entropy(scripts, batch["scripts"])
    if not with_ctc:
        return loss + by_column
    ctc = nn.functional.ctc_loss(
        letters.log_softmax(-1).permute(1, 0, 2), batch["letters"].long(), batch["columns"], batch["lengths"], zero_infinity=True
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


def repeated(batches: Iterator[dict], rng: random.Random) -> Iterator[dict]:
    """Each fresh batch, and one of those before."""
    kept: list[dict] = []
    for batch in batches:
        kept.append(batch)
        del kept[:-KEPT_BATCHES]
        yield batch
        yield rng.choice(kept)


def on_device(batches: Iterator[dict], device: str) -> Iterator[dict[str, torch.Tensor]]:
    """Hands batches over from a thread, so that the next ones arrive while the net learns."""
    ready: queue.Queue = queue.Queue(6)

    def fill() -> None:
        for batch in batches:
            ready.put({name: torch.from_numpy(values).to(device) for name, values in batch.items()})

    threading.Thread(target=fill, daemon=True).start()
    while True:
        yield ready.get()


def train(given: argparse.Namespace) -> None:
    assert given.seed != VALIDATION_SEED, "that seed draws the validation set"
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    on_gpu = given.device != "cpu"
    fonts = [font for font in installed() if not font.held_out]
    kept = torch.load(given.checkpoint, map_location="cpu") if given.checkpoint.exists() else None
    steps = kept["steps"] if kept else 0
    # Another start draws other lines.
    batches = drawn_batches(given.seed * 1_000_003 + steps, fonts, given.batch, given.drawers)
    net = (load(given.start) if given.start else PrintNet()).to(given.device)
    without_ctc = 0 if given.start else STEPS_BEFORE_CTC
    averaged = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), given.rate, weight_decay=1e-4)
    if kept:
        net.load_state_dict(kept["net"])
        averaged.load_state_dict(kept["averaged"])
        optimiser.load_state_dict(kept["optimiser"])
    if not given.fresh:
        batches = repeated(batches, random.Random(given.seed + steps))
    weight = torch.ones(CLASSES, device=given.device) * 1.5
    weight[0] = 1  # many columns are blank
    held_out = validation_lines(given.validation)
    # On one core it is the processor's time that counts: at idle priority an hour may hold a minute of work.
    clock = time.monotonic if on_gpu else time.process_time
    began, saved = clock(), time.monotonic()

    def keep() -> None:
        save(given.checkpoint, net=net.state_dict(), averaged=averaged.state_dict(), optimiser=optimiser.state_dict(), steps=steps)

    for batch in on_device(batches, given.device):
        elapsed = clock() - began
        if elapsed >= given.seconds:
            break
        annealed = given.floor + (1 - given.floor) * 0.5 * (1 + math.cos(math.pi * elapsed / given.seconds))
        for group in optimiser.param_groups:
            group["lr"] = given.rate * min(1, (steps + 1) / WARM_UP_STEPS) * annealed
        net.train()
        loss = loss_of(net, batch, steps >= without_ctc, weight)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2)
        optimiser.step()
        average(averaged, net, steps)
        steps += 1
        if steps % (100 if on_gpu else 50) == 0:
            print(f"{elapsed:.0f} s, {steps} steps of {given.batch} lines, loss {loss.item():.3f}", flush=True)
        if steps % given.look == 0:
            print(said(measure(averaged, held_out)), flush=True)
        if time.monotonic() - saved > SECONDS_BETWEEN_CHECKPOINTS:
            saved = time.monotonic()
            keep()
    keep()
    print(said(measure(averaged, held_out)), f"{steps} steps", flush=True)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--from", dest="start", help="an exported net to continue from; an existing checkpoint takes precedence")
    arguments.add_argument("--seconds", type=float, default=5400, help="over which the rate falls: of this process's processor time, on a GPU of the clock")
    arguments.add_argument("--seed", type=int, default=2)
    arguments.add_argument("--rate", type=float, default=2e-3)
    arguments.add_argument("--floor", type=float, default=0.02, help="share of the rate that is left at the end of the run")
    arguments.add_argument("--checkpoint", type=Path, default=CACHE / "checkpoint.pt")
    arguments.add_argument("--device", default="cpu")
    arguments.add_argument("--batch", type=int, default=BATCH)
    arguments.add_argument("--drawers", type=int, default=1, help="processes that draw lines")
    arguments.add_argument("--fresh", action="store_true", help="no line twice: for a machine that draws as fast as it learns")
    arguments.add_argument("--look", type=int, default=500, help="steps between two looks at validation lines")
    arguments.add_argument("--validation", type=int, default=256, help="lines of such a look")
    train(arguments.parse_args())
