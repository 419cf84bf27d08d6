import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { StepType } from '../api/contract.ts';
import type { IconName } from '../ui/icons.tsx';
import { Icon } from '../ui/icons.tsx';
import { Button } from '../ui/controls.tsx';
import { useFlowState, useSurroundings } from '../ui/flow-context.ts';
import { Page } from '../ui/page.tsx';
import { HandOverScreen } from './hand-over-screen.tsx';

export const iconOfStep: Readonly<Record<StepType, IconName>> = {
  document: 'card',
  selfie: 'face',
  'passive-liveness': 'face',
  'active-liveness': 'video',
  'voice-liveness': 'voice',
  'enhanced-liveness': 'face',
  phone: 'phone',
  email: 'mail',
  location: 'place',
};

/** What the person will need, and the consent. */
export function StartScreen(): JSX.Element {
  const { flow, t } = useSurroundings();
  const { session, consentGiven } = useFlowState(flow);
  const [agreed, setAgreed] = useState(consentGiven);
  const [agreedToSearch, setAgreedToSearch] = useState(false);
  const [handingOver, setHandingOver] = useState(false);
  const [missing, setMissing] = useState(false);
  const tick = useRef<HTMLInputElement>(null);
  if (session === null) return <></>;
  if (handingOver) return <HandOverScreen onBack={() => setHandingOver(false)} />;
  const { consent, steps, branding } = session;
  const asks = consent.required && !consentGiven;

  const begin = async () => {
    if (asks && !agreed) {
      // A disabled button whose reason is out of sight would stop people.
      setMissing(true);
      tick.current?.focus();
      tick.current?.scrollIntoView({ block: 'center' });
      return;
    }
    try {
      if (asks && consent.version !== null) {
        await flow.api.giveConsent(consent.version, agreedToSearch ? consent.duplicateFace?.version : undefined);
      }
      flow.change({ type: 'begun' });
      flow.reporter.report('action', 'consent.given');
    } catch (error) {
      flow.fail(error);
    }
  };
  // A step that reuses a picture asks for nothing.
  const shown = steps.filter((step) => step.type !== 'passive-liveness' || step.config.reuseSelfieOf === null);
  return (
    <Page
      title={t('start.title')}
      text={t('start.text', { client: branding.clientName })}
      footer={
        <>
          <Button onClick={begin}>{t('start.begin')}</Button>
          {isDesktop() && (
            <Button kind="quiet" icon="phone" onClick={() => setHandingOver(true)}>
              {t('handOver.offer')}
            </Button>
          )}
        </>
      }
    >
      <ol class="list">
        {shown.map((step) => (
          <li key={step.id}>
            <span class="choice-icon">
              <Icon name={iconOfStep[step.type]} />
            </span>
            <span>
              <strong>{t(`step.${step.type}.name`)}</strong>
              <small>{t(`step.${step.type}.note`)}</small>
            </span>
          </li>
        ))}
      </ol>
      {asks && (
        <div class={`consent ${missing && !agreed ? 'missing' : ''}`}>
          <p>{consent.text}</p>
          <label class="tick">
            <input
              ref={tick}
              type="checkbox"
              required
              aria-invalid={missing && !agreed}
              checked={agreed}
              onChange={({ currentTarget }) => setAgreed(currentTarget.checked)}
            />
            <span>{t('start.agree')}</span>
          </label>
        </div>
      )}
      {asks && consent.duplicateFace !== null && (
        <div class="consent">
          <p>{consent.duplicateFace.text}</p>
          <label class="tick">
            <input
              type="checkbox"
              checked={agreedToSearch}
              onChange={({ currentTarget }) => setAgreedToSearch(currentTarget.checked)}
            />
            <span>{t('start.agreeToSearch')}</span>
          </label>
        </div>
      )}
    </Page>
  );
}

/** A mouse and no touch screen: a phone has the better camera. */
const isDesktop = () => matchMedia('(hover: hover) and (pointer: fine)').matches && navigator.maxTouchPoints === 0;
