import { Notice } from '../ui/notice.tsx';
import { contrastOf } from './contrast-of.ts';

interface BrandPreviewProps {
  name: string;
  buttonColor: string | null;
  buttonTextColor: string | null;
  vendor?: boolean;
}

/** Lowest contrast of text that people with poor sight can read (WCAG 2.2, AA). */
const minContrast = 4.5;

/** The colours of a flow on a button as people will see it, with a warning where they are hard to read. */
export function BrandPreview({ name, buttonColor, buttonTextColor, vendor = false }: BrandPreviewProps) {
  const ground = buttonColor ?? '#1A2B3C';
  const text = buttonTextColor ?? '#FFFFFF';
  const contrast = contrastOf(ground, text);
  return (
    <div>
      <div aria-label="Preview" role="img" className="rounded-2xl border border-line bg-white p-5 text-[#14171c]">
        <p className="text-[13px] text-[#5f6673]">{name}</p>
        <p className="mt-5 text-lg font-semibold">Take a picture of your document</p>
        <p className="mt-1 text-[#434956]">Put it on a plain surface and fill the frame.</p>
        <div
          className="mt-6 rounded-lg px-4 py-3 text-center font-medium"
          style={{ backgroundColor: ground, color: text }}
        >
          Continue
        </div>
        {vendor && <p className="mt-4 text-center text-xs text-[#5f6673]">Verify</p>}
      </div>
      {contrast !== null && contrast < minContrast && (
        <div className="mt-3">
          <Notice tone="warn">
            The contrast is {contrast.toFixed(1)} : 1. Below {minContrast} : 1 many people cannot read the button.
          </Notice>
        </div>
      )}
    </div>
  );
}
