"""The net: of each 4 x 4 pixels whether they went another way to this picture than the pixels around them."""
import torch
from torch import nn
from torch.nn import functional as F


def high_pass():
    """Fixed filters: what is left of luminance and colours when their smooth part is taken away."""
    luma = torch.tensor([0.299, 0.587, 0.114])
    blue, red = torch.tensor([-0.169, -0.331, 0.5]), torch.tensor([0.5, -0.419, -0.081])
    square = torch.tensor([[-1.0, 2, -1], [2, -4, 2], [-1, 2, -1]]) / 4
    across = torch.tensor([[0.0, 0, 0], [-1, 2, -1], [0, 0, 0]]) / 2
    laplace = torch.tensor([[0.0, -1, 0], [-1, 4, -1], [0, -1, 0]]) / 4
    kernels = [(luma, square), (luma, across), (luma, across.T), (blue, laplace), (red, laplace)]
    return torch.stack([colour[:, None, None] * kernel for colour, kernel in kernels])


def conv(a, b, stride=1, dilation=1):
    return nn.Sequential(
        nn.Conv2d(a, b, 3, stride, dilation, dilation, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    def __init__(self, n, dilation=1):
        super().__init__()
        self.one = conv(n, n, 1, dilation)
        self.two = nn.Sequential(nn.Conv2d(n, n, 3, 1, 1, bias=False), nn.BatchNorm2d(n))

    def forward(self, x):
        return F.relu(x + self.two(self.one(x)))


class Tamper(nn.Module):
    """Picture [n,3,h,w] of 0..1, h and w multiples of 16, to logits [n,1,h/4,w/4]."""

    def __init__(self):
        super().__init__()
        self.register_buffer("filters", high_pass())
        self.stem = nn.Sequential(conv(8, 16), conv(16, 16))
        self.second = nn.Sequential(conv(16, 24, 2), Residual(24))
        self.quarter = nn.Sequential(conv(24, 32, 2), Residual(32))
        self.eighth = nn.Sequential(conv(32, 48, 2), Residual(48))
        self.deep = nn.Sequential(conv(48, 56, 2), Residual(56), Residual(56, 2))
        self.whole = nn.Linear(112, 56)
        self.up_eighth = conv(56 + 48, 40)
        self.up_quarter = conv(40 + 32, 32)
        self.out = nn.Conv2d(32, 1, 1)

    def forward(self, x):
        x = x * 2 - 1
        rest = torch.clamp(F.conv2d(F.pad(x, (1, 1, 1, 1), mode="replicate"), self.filters) * 8, -2, 2)
        half = self.second(self.stem(torch.cat([x, rest], 1)))
        quarter = self.quarter(half)
        eighth = self.eighth(quarter)
        deep = self.deep(eighth)
        mean = deep.mean((2, 3))
        spread = (deep - mean[:, :, None, None]).abs().mean((2, 3))
        deep = deep + self.whole(torch.cat([mean, spread], 1))[:, :, None, None]
        y = F.interpolate(deep, scale_factor=2.0, mode="nearest")
        y = self.up_eighth(torch.cat([y, eighth], 1))
        y = F.interpolate(y, scale_factor=2.0, mode="nearest")
        return self.out(self.up_quarter(torch.cat([y, quarter], 1)))
