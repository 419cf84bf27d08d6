import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SessionStep, StepOf, UploadedFile } from '../api/contract.ts';
import { faultOf } from '../flow/fault.ts';
import { CodeNotes, Waiting } from './controls.tsx';
import { useSurroundings } from './flow-context.ts';
import { Page } from './page.tsx';
import { Gallery } from './picture-taker.tsx';

/** Chooses a PDF and sends it as it is. */
export function PdfTaker({
  step,
  progress,
  onSend,
  onDone,
  onBack,
}: {
  step: StepOf<'document'>;
  progress: SessionStep;
  onSend: () => void;
  onDone: (file: UploadedFile) => void;
  onBack: (() => void) | undefined;
}): JSX.Element {
  const { flow, t } = useSurroundings();
  const [share, setShare] = useState<number | null>(null);
  const [codes, setCodes] = useState<readonly string[]>(progress.codes);
  const most = flow.getState().session?.limits.maxPdfBytes ?? 0;
  const take = async (file: File) => {
    if (file.size > most) {
      setCodes(['file.too_large']);
      return;
    }
    setShare(0);
    onSend();
    try {
      const key = crypto.randomUUID();
      const capture = { source: 'gallery', session: null } as const;
      const upload = { kind: 'document-page', file, capture, key, onProgress: setShare } as const;
      const uploaded = await flow.api.upload(step.id, upload);
      if (uploaded.quality.acceptable === false) {
        setCodes(uploaded.quality.codes);
        await flow.api.deleteFile(step.id, uploaded.mediaId);
        flow.change({ type: 'fileRemoved', stepId: step.id, mediaId: uploaded.mediaId });
        setShare(null);
      } else onDone(uploaded);
    } catch (error) {
      setShare(null);
      setCodes([faultOf(error).code]);
    }
  };
  if (share !== null) return <Waiting label={t('confirm.uploading', { percent: Math.round(share * 100) })} />;
  return (
    <Page
      title={t('pdf.title')}
      text={t('pdf.text', { count: step.config.maxPdfPages })}
      icon="letter"
      centered
      onBack={onBack}
      footer={<Gallery label={t('pdf.choose')} accept="application/pdf,.p7s" onFile={(file) => void take(file)} />}
    >
      <CodeNotes codes={codes} />
    </Page>
  );
}
