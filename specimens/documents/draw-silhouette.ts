/** Head and shoulders of no particular person, as SVG. */
export function drawSilhouette(x: number, y: number, width: number, height: number): string {
  const middle = x + width / 2;
  const shoulders = y + height * 0.72;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#e6e9ee" stroke="#9aa3b2" stroke-width="2"/>
<ellipse cx="${middle}" cy="${y + height * 0.4}" rx="${width * 0.21}" ry="${height * 0.21}" fill="#8d97a8"/>
<path d="M ${x + width * 0.1} ${y + height} Q ${x + width * 0.14} ${shoulders} ${middle} ${shoulders - height * 0.05}
Q ${x + width * 0.86} ${shoulders} ${x + width * 0.9} ${y + height} Z" fill="#8d97a8"/>`;
}
