"""Trains the net on crops that other processes keep making; bounded by time.

    python3 train.py --pages DIR --seconds 5000 --seed 1 --out checkpoint.pt
"""
import argparse
import copy
import mmap
import multiprocessing
import time

import numpy as np
import torch
from torch.nn import functional as F

from forge import SIDE, draw_sample, load
from network import Tamper


def keep_making(folder, seed, shared, count, lock, made):
    torch.set_num_threads(1)
    pictures = np.frombuffer(shared, np.uint8).reshape(count, SIDE, SIDE, 4)
    pages, pool, fonts = load(folder)
    r = np.random.default_rng(seed)
    while True:
        try:
            picture, mask = draw_sample(r, pages, pool, fonts)
        except ValueError:
            continue
        with lock:
            at = made.value % count
            pictures[at, ..., :3], pictures[at, ..., 3] = picture, mask
            made.value += 1


def loss_of(logits, mask):
    """Forged and honest parts of a picture weigh the same."""
    part = F.avg_pool2d(mask, 4)
    each = F.binary_cross_entropy_with_logits(logits, (part > 0.5).float(), reduction="none")
    forged, honest = (part > 0.6).float(), (part < 0.2).float()
    areas = forged.sum((1, 2, 3)), honest.sum((1, 2, 3))
    has = (areas[0] > 4).float()
    in_forged = (each * forged).sum((1, 2, 3)) / areas[0].clamp(min=1)
    in_honest = (each * honest).sum((1, 2, 3)) / areas[1].clamp(min=1)
    return (has * in_forged + in_honest).sum() / (1 + has).sum()


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--pages", required=True)
    options.add_argument("--seconds", type=float, default=3600)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--makers", type=int, default=1)
    options.add_argument("--kept", type=int, default=4000)
    options.add_argument("--batch", type=int, default=16)
    options.add_argument("--start-at", type=int, default=400)
    options.add_argument("--rate", type=float, default=2e-3)
    options.add_argument("--out", required=True)
    options = options.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(options.seed)
    if device == "cpu":
        torch.set_num_threads(1)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    started = time.time()
    context = multiprocessing.get_context("fork")
    shared = mmap.mmap(-1, options.kept * SIDE * SIDE * 4)
    made, lock = context.Value("l", 0, lock=False), context.Lock()
    for i in range(options.makers):
        args = (options.pages, options.seed * 1000 + i, shared, options.kept, lock, made)
        context.Process(target=keep_making, args=args, daemon=True).start()
    crops = np.frombuffer(shared, np.uint8).reshape(options.kept, SIDE, SIDE, 4)
    net = Tamper().to(device).to(memory_format=torch.channels_last)
    mean_net = copy.deepcopy(net).eval()
    optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=1e-3)
    print(sum(p.numel() for p in net.parameters()), "weights,", device, flush=True)
    while made.value < options.start_at:
        time.sleep(0.5)
    print(f"{made.value} crops after {time.time() - started:.0f} s", flush=True)
    r = np.random.default_rng(options.seed)
    step, saved, total, seen = 0, time.time(), 0.0, 0
    while time.time() - started < options.seconds:
        share = (time.time() - started) / options.seconds
        for group in optimiser.param_groups:
            group["lr"] = options.rate * min(1, (step + 1) / 100) * max(0.01, 0.5 + 0.5 * np.cos(np.pi * share))
        picks = np.sort(r.integers(0, min(made.value, options.kept), options.batch))
        batch = torch.from_numpy(crops[picks]).to(device).permute(0, 3, 1, 2).float() / 255
        if r.random() < 0.5:
            batch = batch.flip(3)
        if r.random() < 0.5:
            batch = batch.flip(2)
        if r.random() < 0.5:
            batch = batch.transpose(2, 3)
        picture = batch[:, :3].contiguous(memory_format=torch.channels_last)
        loss = loss_of(net(picture), batch[:, 3:])
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        step += 1
        keep = min(0.999, 1 - 1 / (step + 1))
        with torch.no_grad():
            for a, b in zip(mean_net.state_dict().values(), net.state_dict().values()):
                if a.dtype.is_floating_point:
                    a.mul_(keep).add_(b, alpha=1 - keep)
        total, seen = total + loss.detach(), seen + 1
        if step % 100 == 0:
            print(f"{time.time() - started:.0f} s, step {step}, {made.value} crops, loss {float(total) / seen:.4f}", flush=True)
            total, seen = 0.0, 0
        if time.time() - saved > 60:
            torch.save(mean_net.state_dict(), options.out)
            saved = time.time()
    torch.save(mean_net.state_dict(), options.out)
    print(f"{step} steps, {made.value} crops")


if __name__ == "__main__":
    main()
