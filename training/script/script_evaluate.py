"""
Which margin no line in a read script reaches, in fonts that training leaves out and with every disguise, and how many lines of each other
script exceed it. The margin of a script is its logit less the larger one of `read` and `unsure`, as the service computes it.

    python3 script_evaluate.py ../../.cache/training/script/checkpoint.pt --read 20000 --other 200
"""

from __future__ import annotations

import argparse
import json

import cv2
import numpy as np
import torch

from scripts import CLASSES, OTHER, READ
from script_draw import DISGUISES, Drawn, ScriptPrinter
from script_fonts import CACHE, other_fonts
from script_net import ScriptNet
from batches import to_input
from fonts import installed

VALIDATION_SEED = 1
# Added to the largest margin of a line in a read script.
SAFETY = 1.0
LOOKS, NARROW = 2, 0.8
# At least this one: a script that no read line resembles could have a limit below 0.
LEAST = 2.0


def margins_of(net: ScriptNet, lines: list[Drawn]) -> np.ndarray:
    """One line at a time and without padding, as in the service."""
    found = []
    with torch.no_grad():
        for line in lines:
            looks = []
            for picture in looks_at(line.picture):
                logits = net(to_input(torch.from_numpy(picture)[None, None]))[0].numpy()
                looks.append(logits[2:] - max(logits[0], logits[1]))
            found.append(np.mean(looks, 0))
    return np.array(found)


def looks_at(picture: np.ndarray) -> list[np.ndarray]:
    """At its width and narrower: what is taken for another script at one of them is seldom at the other."""
    narrow = (max(24, round(picture.shape[1] * NARROW)), picture.shape[0])
    return [picture, cv2.resize(picture, narrow, interpolation=cv2.INTER_AREA)][:LOOKS]


class CleanPrinter(ScriptPrinter):
    """Sharp lines on plain paper, as on a good scan."""

    def _worn(self, ink: np.ndarray) -> np.ndarray:
        return ink

    def _paper(self, shape: tuple[int, int]) -> np.ndarray:
        return np.full(shape, 225, np.float32)

    def _tilted(self, picture: np.ndarray) -> tuple[np.ndarray, float]:
        return picture, 1.0

    def _photographed(self, picture: np.ndarray) -> np.ndarray:
        return picture


def read_lines(printer: ScriptPrinter) -> list[Drawn]:
    lines = [printer.read() for _ in range(100)] + [printer.disguised((name,)) for name in DISGUISES for _ in range(5)]
    lines += [printer.disguised() for _ in range(250)]
    return [line for line in lines if line.label == READ]


def limits_of(net: ScriptNet, printer: ScriptPrinter, count: int) -> tuple[np.ndarray, dict]:
    """The largest margin of each script over read lines of all kinds, and the line that has it."""
    largest, worst, done = np.full(len(OTHER), -np.inf), {}, 0
    while done < count:
        lines = read_lines(printer)
        done += len(lines)
        margins = margins_of(net, lines)
        for place in np.where((margins > largest).any(0))[0]:
            row = int(margins[:, place].argmax())
            largest[place] = margins[row, place]
            worst[OTHER[place]] = lines[row]
        print(done, " ".join(f"{script} {margin:.1f}" for script, margin in zip(OTHER, largest)), flush=True)
    return largest, worst


def evaluate(given: argparse.Namespace) -> None:
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    kept = torch.load(given.checkpoint)
    net = ScriptNet()
    net.load_state_dict(kept["averaged"])
    net.eval()
    held_out = [font for font in installed() if font.held_out]
    others = other_fonts()
    own = [font for font in others if font.held_out or not any(other.held_out and set(other.scripts) & set(font.scripts) for other in others)]
    printer = ScriptPrinter(given.seed, held_out, others)
    largest, worst = limits_of(net, printer, given.read)
    limits = np.maximum(largest + SAFETY, LEAST)
    printer, seen, above = ScriptPrinter(given.seed + 1_000, held_out, others), 0, 0
    while seen < given.confirm:
        lines = read_lines(printer)
        seen, above = seen + len(lines), above + int((margins_of(net, lines) > limits).any(1).sum())
    print(f"other lines in a read script: {above} of {seen} above a limit", flush=True)
    printer = ScriptPrinter(given.seed + 1, held_out, own)
    printers = {"clean": CleanPrinter(given.seed + 2, held_out, own), "degraded": printer}
    for place, script in enumerate(OTHER):
        for name, its_printer in printers.items():
            margins = margins_of(net, [its_printer.other(script) for _ in range(given.other)])
            named, best = margins[:, place] > limits[place], margins.argmax(1) == place
            print(f"{script} {name}: {named.sum()} of {given.other} found, {best.sum()} right, median margin {np.median(margins[:, place]):.1f}, limit {limits[place]:.1f}", flush=True)
    margins = margins_of(net, [printer.mixed() for _ in range(2_000)])
    print(f"lines in two scripts: {(margins > limits).any(1).sum()} of 2000 above a limit")
    (CACHE / "limits.json").write_text(json.dumps(dict(zip(OTHER, limits.round(2).tolist()))))
    for script, line in worst.items():
        cv2.imwrite(str(CACHE / f"worst-{script}.png"), line.picture)
        print(script, "resembles", repr(line.text), line.disguises, CLASSES[line.label])


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("checkpoint")
    arguments.add_argument("--read", type=int, default=20_000, help="lines in a read script, all of which set the limits")
    arguments.add_argument("--confirm", type=int, default=20_000, help="other lines in a read script, none of which should be above the limits")
    arguments.add_argument("--other", type=int, default=200, help="lines of each other script, clean and degraded")
    arguments.add_argument("--seed", type=int, default=VALIDATION_SEED)
    evaluate(arguments.parse_args())
