import type { Random } from '../drawing/create-random.ts';

/** A tinted page with fine wavy lines like those of security printing, as SVG. */
export function drawBackground(random: Random, width: number, height: number): string {
  const hue = random.integer(0, 359);
  const wave = random.number(0.006, 0.02);
  const swing = random.number(8, 30);
  const lines = Array.from({ length: 26 }, (_, index) => {
    const base = (height / 25) * index;
    const phase = index * random.number(0.2, 0.6);
    const points: string[] = [];
    for (let x = 0; x <= width; x += 12) {
      const y = base + swing * Math.sin(x * wave + phase) + 6 * Math.sin(x * wave * 3.7 - phase);
      points.push(`${x},${y.toFixed(1)}`);
    }
    return `<polyline points="${points.join(' ')}"/>`;
  });
  return `<rect width="${width}" height="${height}" fill="hsl(${hue},38%,93%)"/>
<g fill="none" stroke="hsl(${(hue + 40) % 360},45%,80%)" stroke-width="1.6">${lines.join('')}</g>`;
}
