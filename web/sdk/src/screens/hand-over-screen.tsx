import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { HandOver } from '../api/contract.ts';
import { Button, Waiting } from '../ui/controls.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import { Page } from '../ui/page.tsx';

/** The link to a phone as a QR code. As soon as it is opened there, this device watches. */
export function HandOverScreen({ onBack }: { onBack: () => void }): JSX.Element {
  const { flow, t } = useSurroundings();
  const [link, setLink] = useState<HandOver | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    flow.offerHandOver().then(setLink, flow.fail);
  }, []);
  useEffect(() => {
    if (link === null || frame.current === null) return;
    // Parsed as a picture, so that nothing in it can run.
    const svg = new DOMParser().parseFromString(link.qrCodeSvg, 'image/svg+xml').documentElement;
    frame.current.replaceChildren(document.importNode(svg, true));
  }, [link]);
  return (
    <Page title={t('handOver.title')} text={t('handOver.text')} onBack={onBack} centered>
      {link === null ? (
        <Waiting label={t('loading')} />
      ) : (
        <>
          {flow.options.openOutside !== undefined && (
            <Button onClick={() => flow.options.openOutside?.(link.url)}>{t('handOver.open')}</Button>
          )}
          <div class="qr" role="img" aria-label={t('handOver.code')} ref={frame} />
          <Button kind="quiet" onClick={() => navigator.clipboard.writeText(link.url)}>
            {t('handOver.copy')}
          </Button>
          <p class="hint">{t('handOver.keepOpen')}</p>
        </>
      )}
    </Page>
  );
}
