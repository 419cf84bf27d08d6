import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SessionStep, StepOf } from '../api/contract.ts';
import { Button, CodeNotes } from '../ui/controls.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import { Page } from '../ui/page.tsx';
import { PermissionHelp } from '../ui/permission-help.tsx';

const positionTimeoutMs = 20_000;

/** Requests the place. A person who refuses learns the consequence and may continue where the flow allows it. */
export function LocationStep({ step, progress }: { step: StepOf<'location'>; progress: SessionStep }): JSX.Element {
  const { flow, t } = useSurroundings();
  const [codes, setCodes] = useState<readonly string[]>(progress.codes);
  const share = async () => {
    try {
      const { coords } = await readPosition();
      const { latitude, longitude, accuracy } = coords;
      await flow.advance(() => flow.api.submit(step.id, { latitude, longitude, accuracyMeters: accuracy }));
    } catch (error) {
      const denied = error instanceof GeolocationPositionError && error.code === error.PERMISSION_DENIED;
      setCodes([denied ? 'location.denied' : 'location.unavailable']);
    }
  };
  const refuse = () => flow.advance(() => flow.api.submit(step.id, { denied: true }));
  const refused = codes.length > 0;
  return (
    <Page
      title={t('step.location.title')}
      text={t(step.config.gps === 'required' ? 'location.required' : 'location.optional')}
      icon="place"
      centered
      footer={
        <>
          <Button onClick={share}>{t(refused ? 'action.tryAgain' : 'location.share')}</Button>
          {(refused || step.config.gps === 'optional') && (
            <Button kind="quiet" onClick={refuse}>
              {t('location.without')}
            </Button>
          )}
        </>
      }
    >
      <CodeNotes codes={codes} />
      {codes.includes('location.denied') && <PermissionHelp part="location" />}
    </Page>
  );
}

function readPosition(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      enableHighAccuracy: true,
      timeout: positionTimeoutMs,
      maximumAge: 0,
    });
  });
}
