import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isGranted } from '../device/open-camera.ts';
import { Button } from './controls.tsx';
import { useSurroundings } from './flow-context.ts';
import { Page } from './page.tsx';

type Permission = 'camera' | 'microphone' | 'geolocation';

const icons = { camera: 'camera', microphone: 'voice', geolocation: 'place' } as const;

/** Whether the browser's question for a permission has been announced: `ask` shows the primer first. */
export function usePrimed(name: Permission): { primed: boolean | null; go: () => void } {
  const [primed, setPrimed] = useState<boolean | null>(null);
  useEffect(() => {
    void isGranted(name).then(setPrimed);
  }, []);
  return { primed, go: () => setPrimed(true) };
}

/** Why the browser is about to ask, with a button that makes it ask. */
export function Primer({
  name,
  onGo,
  onBack,
}: {
  name: Permission;
  onGo: () => void;
  onBack?: () => void;
}): JSX.Element {
  const { t } = useSurroundings();
  return (
    <Page
      title={t(`primer.${name}.title`)}
      text={t(`primer.${name}.text`)}
      icon={icons[name]}
      centered
      onBack={onBack}
      footer={<Button onClick={onGo}>{t('primer.go')}</Button>}
    />
  );
}
