import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CaptureSession, MediaKind, PublicStep, SessionStep, UploadedFile } from '../api/contract.ts';
import { shrinkPicture } from '../device/shrink-picture.ts';
import { faultOf, type Fault } from '../flow/fault.ts';
import { DocumentCamera, type DocumentMask } from '../camera/document-camera.tsx';
import { CameraView } from './camera-view.tsx';
import { Button, CodeNotes, Waiting } from './controls.tsx';
import { DeviceFault } from './device-fault.tsx';
import { useSurroundings } from './flow-context.ts';
import { Page } from './page.tsx';
import { Primer, usePrimed } from './primer.tsx';

interface PictureTakerProps {
  step: PublicStep;
  progress: SessionStep;
  kind: MediaKind;
  mask: DocumentMask | 'face';
  source: 'camera' | 'gallery' | 'both';
  /** Of the document. */
  country?: string | undefined;
  title: string;
  text: string;
  /** A file of this kind that the new one replaces. */
  replaces: UploadedFile | null;
  /** The person is shown what they took. */
  onTaken?: () => void;
  onDone: (file: UploadedFile) => void;
  onBack?: (() => void) | undefined;
}

/** Longest side of what is sent; the server needs no more. */
const longestSide = 2600;
const mostBytes = 2_000_000;

interface Taken {
  url: string;
  share: number;
  file: UploadedFile | null;
  fault: Fault | null;
  /** Nobody pressed the shutter, so that nobody need confirm what the service accepts. */
  automatic: boolean;
}

/** Takes one picture: camera or gallery, upload at once, the server's word on its quality, keep or take again. */
export function PictureTaker(props: PictureTakerProps): JSX.Element {
  const { step, progress, kind, mask, source, country, title, text, replaces, onTaken, onDone, onBack } = props;
  const { flow, t } = useSurroundings();
  const { primed, go } = usePrimed('camera');
  const [fault, setFault] = useState<Fault | null>(null);
  const [taken, setTaken] = useState<Taken | null>(null);
  const upload = useRef<AbortController | null>(null);
  const old = useRef(replaces);
  useEffect(() => () => upload.current?.abort(), []);

  const take = async (picture: Blob | ImageBitmap, session: CaptureSession | null, automatic = false) => {
    const abort = new AbortController();
    upload.current = abort;
    try {
      const maxBytes = Math.min(mostBytes, flow.getState().session?.limits.maxImageBytes ?? mostBytes);
      const blob = await shrinkPicture(picture, { longestSide, maxBytes });
      const shown = { url: URL.createObjectURL(blob), share: 0, file: null, fault: null, automatic };
      setTaken(shown);
      onTaken?.();
      try {
        if (old.current !== null) await flow.api.deleteFile(step.id, old.current.mediaId);
        old.current = null;
        const file = await flow.api.upload(step.id, {
          kind,
          file: blob,
          capture: { source: session === null ? 'gallery' : 'camera', session },
          country,
          key: crypto.randomUUID(),
          signal: abort.signal,
          onProgress: (share) => setTaken((now) => now && { ...now, share }),
        });
        old.current = file;
        flow.keepPicture(file.mediaId, shown.url);
        flow.reporter.report('action', 'picture.uploaded', { stepId: step.id });
        setTaken((now) => now && { ...now, share: 1, file });
      } catch (error) {
        if (abort.signal.aborted) return;
        const refused = faultOf(error);
        if (['session.ended', 'auth.unauthorized', 'consent.required', 'step.not_waiting'].includes(refused.code)) {
          flow.fail(refused);
        } else setTaken((now) => now && { ...now, fault: refused });
      }
    } catch (error) {
      setFault(faultOf(error));
    }
  };
  const again = () => {
    upload.current?.abort();
    // One that has arrived may be shown again.
    if (taken?.file === null) URL.revokeObjectURL(taken.url);
    setTaken(null);
  };
  const gallery =
    source === 'camera' ? null : (
      <Gallery label={t('camera.gallery')} accept="image/*" onFile={(file) => void take(file, null)} />
    );

  // The server may say more over the socket than it could in its answer.
  const known = progress.files.find(({ mediaId }) => mediaId === taken?.file?.mediaId) ?? taken?.file ?? null;
  const needsNoWord = taken?.automatic === true && known?.quality.acceptable === true;
  useEffect(() => {
    if (needsNoWord) onDone(known);
  }, [needsNoWord]);

  if (taken !== null) {
    return (
      <ConfirmPicture taken={taken} file={known} mask={mask} onAgain={again} onKeep={() => known && onDone(known)} />
    );
  }
  if (fault !== null) {
    return (
      <DeviceFault fault={fault} onRetry={() => setFault(null)} onBack={onBack}>
        {gallery}
      </DeviceFault>
    );
  }
  if (source === 'gallery') {
    return (
      <Page title={title} text={text} icon="picture" centered onBack={onBack} footer={gallery}>
        <CodeNotes codes={progress.codes} />
      </Page>
    );
  }
  if (primed === false) return <Primer name="camera" onGo={go} {...(onBack && { onBack })} />;
  if (mask !== 'face') {
    return primed ? (
      <DocumentCamera
        mask={mask}
        title={title}
        text={text}
        codes={progress.codes}
        gallery={gallery}
        onShot={(picture, session, automatic) => void take(picture, session, automatic)}
        onFault={setFault}
        onBack={onBack}
      />
    ) : (
      <Waiting label={t('camera.starting')} />
    );
  }
  return (
    <Page title={title} text={progress.codes.length > 0 ? undefined : text} onBack={onBack} footer={gallery}>
      {/* One reason at a time: the camera and its shutter stay in view. */}
      <CodeNotes codes={progress.codes.slice(0, 1)} />
      {primed && <CameraView onShot={(picture, session) => void take(picture, session)} onFault={setFault} />}
    </Page>
  );
}

function ConfirmPicture({
  taken,
  file,
  mask,
  onAgain,
  onKeep,
}: {
  taken: Taken;
  file: UploadedFile | null;
  mask: DocumentMask | 'face';
  onAgain: () => void;
  onKeep: () => void;
}): JSX.Element {
  const { t } = useSurroundings();
  const codes = taken.fault ? [taken.fault.code] : (file?.quality.codes ?? []);
  const doubtful = codes.length > 0;
  const keep = (
    <Button kind={doubtful ? 'quiet' : 'primary'} disabled={file === null} onClick={onKeep}>
      {t(doubtful ? 'confirm.keepAnyway' : 'confirm.keep')}
    </Button>
  );
  const again = (
    <Button kind={doubtful ? 'primary' : 'secondary'} icon="swap" onClick={onAgain}>
      {t('confirm.again')}
    </Button>
  );
  return (
    <Page
      title={t(doubtful ? 'confirm.doubtfulTitle' : `confirm.${mask === 'face' ? 'face' : 'document'}.title`)}
      text={doubtful ? undefined : t(`confirm.${mask === 'face' ? 'face' : 'document'}.text`)}
      footer={doubtful ? [again, file !== null && keep] : [keep, again]}
    >
      <CodeNotes codes={codes} />
      <div class={`shot ${mask}`}>
        {/* A browser that cannot open the format still sends it. */}
        <img src={taken.url} alt={t('confirm.alt')} onError={({ currentTarget }) => (currentTarget.hidden = true)} />
        {file === null && taken.fault === null && (
          <div class="upload" role="status">
            <span class="spinner small" />
            {t('confirm.uploading', { percent: Math.round(taken.share * 100) })}
          </div>
        )}
      </div>
    </Page>
  );
}

export function Gallery({
  label,
  accept,
  onFile,
}: {
  label: string;
  accept: string;
  onFile: (file: File) => void;
}): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) onFile(file);
          currentTarget.value = '';
        }}
      />
      <Button kind="secondary" icon="picture" onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
