"""
How well a checkpoint reads made-up lines in fonts that training leaves out, drawn from a seed that training refuses.

    python3 evaluate.py ../../.cache/training/print/checkpoint.pt
"""

from __future__ import annotations

import sys

import torch

from alphabet import MARKED, SCRIPTS
from batches import batch_of, by_width, to_input
from draw import Line, Printer
from fonts import installed
from network import PrintNet, read

VALIDATION_SEED = 1


def validation_lines(count: int) -> list[Line]:
    printer = Printer(VALIDATION_SEED, [font for font in installed() if font.held_out])
    return [printer.line() for _ in range(count)]


def edits(wanted: str, seen: str) -> list[tuple[str, str]]:
    """Pairs of an alignment with the fewest edits: a letter and what was read for it, empty where one of them has none."""
    table = [[0] * (len(seen) + 1) for _ in range(len(wanted) + 1)]
    for i in range(len(wanted) + 1):
        for j in range(len(seen) + 1):
            if i == 0 or j == 0:
                table[i][j] = i + j
                continue
            table[i][j] = min(table[i - 1][j - 1] + (wanted[i - 1] != seen[j - 1]), table[i - 1][j] + 1, table[i][j - 1] + 1)
    i, j, pairs = len(wanted), len(seen), []
    while i or j:
        if i and j and table[i][j] == table[i - 1][j - 1] + (wanted[i - 1] != seen[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((wanted[i], seen[j]))
        elif i and table[i][j] == table[i - 1][j] + 1:
            i -= 1
            pairs.append((wanted[i], ""))
        else:
            j -= 1
            pairs.append(("", seen[j]))
    return pairs[::-1]


def measure(net: PrintNet, lines: list[Line]) -> dict[str, int]:
    net.eval()
    device = next(net.parameters()).device
    counts = dict(lines=len(lines), exact=0, letters=0, wrong=0, marked=0, marks_right=0, scripts_right=0)
    with torch.no_grad():
        for group in by_width(lines):
            batch = batch_of(group)
            letters, scripts = net(to_input(torch.from_numpy(batch["pictures"]).to(device)))
            for line, seen, script in zip(group, read(letters, batch["columns"].tolist()), scripts.argmax(1).tolist()):
                pairs = edits(line.text, seen)
                counts["exact"] += seen == line.text
                counts["letters"] += len(line.text)
                counts["wrong"] += sum(a != b for a, b in pairs)
                counts["marked"] += sum(letter in MARKED for letter in line.text)
                counts["marks_right"] += sum(a == b and a in MARKED for a, b in pairs)
                counts["scripts_right"] += script == line.script
    return counts


def said(counts: dict[str, int]) -> str:
    return (
        f"{counts['exact']} of {counts['lines']} lines exact, {counts['wrong']} edits in {counts['letters']} letters "
        f"({100 * counts['wrong'] / counts['letters']:.1f} %), {counts['marks_right']} of {counts['marked']} marked letters right, "
        f"{counts['scripts_right']} scripts right"
    )


if __name__ == "__main__":
    torch.set_num_threads(1)
    kept = torch.load(sys.argv[1], map_location="cpu")
    net = PrintNet()
    net.load_state_dict(kept["averaged"])
    print(f"{kept['steps']} steps:", said(measure(net, validation_lines(1200))))
