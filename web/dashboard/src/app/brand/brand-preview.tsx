import { useCallback, useEffect, useRef } from 'react';
import type { DraftStep } from '../../flow/flow-draft.ts';
import { Notice } from '../../ui/notice.tsx';
import { contrastOf } from './contrast-of.ts';

interface BrandPreviewProps {
  name: string;
  buttonColor: string | null;
  buttonTextColor: string | null;
  logoUrl: string | null;
  vendor: boolean;
  language?: string | null;
  steps?: readonly DraftStep[];
}

/** Lowest contrast of text that people with poor sight can read (WCAG 2.2, AA). */
const minContrast = 4.5;
/** The colours of the SDK's own buttons. */
const ownGround = '#2347d9';
const ownText = '#ffffff';
/** For the appearance of a client, which is not about one flow. */
const someSteps = [
  { id: 'document', type: 'document', config: {} },
  { id: 'selfie', type: 'selfie', config: {} },
] as const;

const isColour = (value: string | null) => (value !== null && /^#[0-9a-f]{6}$/i.test(value) ? value : null);

/** The first screen of the flow as people will see it, drawn by the SDK itself, with a warning where it is hard to read. */
export function BrandPreview(props: BrandPreviewProps) {
  const { name, logoUrl, vendor, language, steps = someSteps } = props;
  const buttonColor = isColour(props.buttonColor);
  const buttonTextColor = isColour(props.buttonTextColor);
  const contrast = contrastOf(buttonColor ?? ownGround, buttonTextColor ?? ownText);
  const shown = JSON.stringify({
    language: language ?? 'en',
    theme: { buttonColor, buttonTextColor, regularFont: null, boldFont: null },
    branding: {
      clientName: name,
      logoUrl: logoUrl?.startsWith('https://') ? logoUrl : null,
      showVendorBranding: vendor,
    },
    consent: { required: false, version: null, text: null, duplicateFace: null },
    steps: steps.map(({ id, type, config }) => ({ id, type, config: { reuseSelfieOf: null, ...config } })),
  });
  const frame = useRef<HTMLIFrameElement>(null);
  const tell = useCallback(
    () => frame.current?.contentWindow?.postMessage(JSON.parse(shown), location.origin),
    [shown],
  );
  useEffect(tell, [tell]);
  return (
    <div>
      <iframe
        ref={frame}
        title="Preview"
        src="/verify/preview"
        inert
        tabIndex={-1}
        onLoad={tell}
        className="mx-auto block h-[36rem] w-80 max-w-full rounded-2xl border border-line shadow-card"
      />
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
