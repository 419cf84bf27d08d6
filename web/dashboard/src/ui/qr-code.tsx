import { create } from 'qrcode';

/** A QR code as shapes; dark on light in both themes, since many readers take no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const margin = 3;
  const side = modules.size + 2 * margin;
  let path = '';
  modules.data.forEach((dark, index) => {
    if (dark) path += `M${(index % modules.size) + margin} ${Math.floor(index / modules.size) + margin}h1v1h-1z`;
  });
  return <QrPicture label={label} side={side} path={path} />;
}

function QrPicture({ label, side, path }: { label: string; side: number; path: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="mx-auto size-52 rounded-lg border border-line"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
