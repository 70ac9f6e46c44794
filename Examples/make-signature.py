#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes signature.json: ink that looks like a signature and spells nobody's name.

Each stroke is a smooth curve through a few knots, walked as a hand would walk it: fast on straight
runs and slow in turns, light where it is fast, with a little tremor. The seed makes it repeatable.
"""
import json
import math
import pathlib
import random

RATE = 120  # samples a second, as a pen display gives
PEN = {"width": 3.4, "color": "#14213d"}

# Knots (x, y), y down, in a box of 300 × 100.
STROKES = (
    # a tall loop that crosses itself and runs out into a wave
    ((14, 58), (40, 52), (70, 30), (82, 9), (74, 4), (60, 22), (46, 58), (37, 88), (30, 97),
     (26, 90), (44, 70), (74, 50), (92, 44), (96, 50), (86, 64), (89, 71), (102, 62), (116, 47),
     (122, 50), (115, 64), (119, 70), (132, 61), (146, 50), (152, 53), (149, 64), (158, 67),
     (180, 58), (206, 53)),
    # a leaning stem with a bow at its foot, and a long tail
    ((196, 14), (188, 34), (176, 60), (168, 80), (164, 78), (178, 52), (204, 22), (222, 10),
     (230, 17), (220, 33), (200, 46), (196, 50), (212, 51), (222, 60), (232, 67), (246, 60),
     (262, 54), (280, 53), (296, 47)),
    # the stroke below, which turns back
    ((92, 90), (134, 84), (186, 79), (240, 77), (262, 79), (258, 85), (228, 89), (196, 91)),
)


def curve(knots, steps=60):
    """A centripetal Catmull-Rom curve through the knots, as a dense line of points."""
    before = [2 * a - b for a, b in zip(knots[0], knots[1])]
    after = [2 * a - b for a, b in zip(knots[-1], knots[-2])]
    knots = [before, *knots, after]
    dense = []
    for p0, p1, p2, p3 in zip(knots, knots[1:], knots[2:], knots[3:]):
        t1 = math.dist(p0, p1) ** 0.5
        t2 = t1 + math.dist(p1, p2) ** 0.5
        t3 = t2 + math.dist(p2, p3) ** 0.5
        for step in range(steps):
            t = t1 + (t2 - t1) * step / steps
            a1, a2, a3 = mix(p0, p1, 0, t1, t), mix(p1, p2, t1, t2, t), mix(p2, p3, t2, t3, t)
            dense.append(mix(mix(a1, a2, 0, t2, t), mix(a2, a3, t1, t3, t), t1, t2, t))
    return [*dense, list(knots[-2])]


def mix(a, b, start, end, t):
    share = (t - start) / (end - start)
    return [p + (q - p) * share for p, q in zip(a, b)]


def walk(line, random, start):
    """Samples at a hand's pace, the first at `start`: [x, y, pressure, milliseconds]."""
    travelled = [0.0]
    for a, b in zip(line, line[1:]):
        travelled.append(travelled[-1] + math.dist(a, b))
    length = travelled[-1]
    samples, distance, speed, i = [], 0.0, 1.5, 0
    while distance < length:
        while travelled[i + 1] < distance:
            i += 1
        # How straight the line is over the next bit of the way decides how fast the hand goes.
        near, far = max(i - 50, 0), min(i + 50, len(line) - 1)
        straightness = math.dist(line[near], line[far]) / (travelled[far] - travelled[near])
        wanted = 1.4 + 5.2 * max(0.0, straightness - 0.5)
        speed += (wanted - speed) * 0.35
        x, y = line[i]
        # The pen comes down, presses harder where it is slow or pulls down, and lifts at the end.
        landing = min(1.0, 0.35 + distance / 12)
        lifting = min(1.0, 0.18 + (length - distance) / 26)
        sinking = line[min(i + 5, len(line) - 1)][1] - line[max(i - 5, 0)][1]
        weight = 1.05 - 0.16 * speed + 0.03 * min(max(sinking, -6.0), 6.0)
        pressure = weight * landing * lifting + random.gauss(0, 0.012)
        samples.append([
            round(x + random.gauss(0, 0.07), 2), round(y + random.gauss(0, 0.07), 2),
            round(min(max(pressure, 0.05), 1.0), 3), start + round(len(samples) * 1000 / RATE)])
        distance += speed
    return samples


def main():
    hand = random.Random(20250102)
    strokes, clock = [], 0
    for knots in STROKES:
        points = walk(curve(knots), hand, clock)
        strokes.append({**PEN, "points": points})
        clock = points[-1][3] + 180  # the pen travels through the air
    ink = {"version": 1, "strokes": strokes}
    text = json.dumps(ink, separators=(",", ":")).replace('{"width"', '\n{"width"')
    pathlib.Path(__file__).with_name("signature.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
