import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PhoneCountry, SessionStep, StepOf } from '../api/contract.ts';
import { internationalNumber, offeredCountries } from '../flow/contact.ts';
import { faultOf } from '../flow/fault.ts';
import { suggestCountries } from '../flow/find-countries.ts';
import { CodeEntry } from '../ui/code-entry.tsx';
import { CountryList } from '../ui/country-list.tsx';
import { Button, CodeNotes, Waiting } from '../ui/controls.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import { Icon } from '../ui/icons.tsx';
import { Page } from '../ui/page.tsx';

interface ContactStepProps {
  step: StepOf<'phone'> | StepOf<'email'>;
  progress: SessionStep;
}

interface Draft {
  typed: string;
  country?: string;
  /** The number or address of the newest code, which may differ from what the person has typed since. */
  sentTo?: string;
}

const phoneField = { type: 'tel', inputMode: 'tel', autocomplete: 'tel-national', maxLength: 25 } as const;
const emailField = { type: 'email', inputMode: 'email', autocomplete: 'email', maxLength: 254 } as const;

/** A number or an address, then the code that was sent to it. */
export function ContactStep({ step, progress }: ContactStepProps): JSX.Element {
  const { flow, t } = useSurroundings();
  const phone = step.type === 'phone';
  const [draft, setDraft] = useState<Draft>(() => (flow.draftOf(step) ?? { typed: '' }) as Draft);
  const [countries, setCountries] = useState<readonly PhoneCountry[] | null>(flow.api.phoneCountries.peek);
  const [choosing, setChoosing] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>(progress.codes);
  const [changing, setChanging] = useState(false);
  useEffect(() => {
    if (phone) flow.api.phoneCountries.read().then(setCountries, flow.fail);
  }, []);
  const keep = (more: Partial<Draft>) => {
    const next = { ...draft, ...more };
    setDraft(next);
    flow.keepDraft(step, next);
  };
  if (phone && countries === null) return <Waiting label={t('loading')} />;
  const offered = phone ? offeredCountries(step.config, countries ?? []) : [];
  const suggested = suggestCountries(
    { tags: navigator.languages, networkCountry: flow.getState().session?.networkCountry ?? null },
    offered.map(({ country }) => country),
  );
  const chosen =
    offered.find(({ country }) => country === (draft.country ?? (phone ? step.config.defaultCountry : null))) ??
    offered.find(({ country }) => country === (suggested[0] ?? regionOfLanguage())) ??
    offered[0];

  const send = async (recipient: string) => {
    try {
      const sent = await flow.api.sendCode(step.id, phone ? { phoneNumber: recipient } : { email: recipient });
      keep({ sentTo: recipient });
      setCodes([]);
      setChanging(false);
      flow.change({ type: 'codeSent', stepId: step.id, code: { ...sent, triesLeft: 5, verified: false } });
    } catch (error) {
      const fault = faultOf(error);
      if (/^(phone|email|code|rate)\./.test(fault.code) && !fault.code.endsWith('provider_missing'))
        setCodes([fault.code]);
      else flow.fail(fault);
    }
  };
  const sendToTyped = () =>
    send(phone ? internationalNumber(draft.typed, chosen?.diallingCode ?? '') : draft.typed.trim());
  const { sentTo } = draft;
  if (progress.code !== null && !changing) {
    return (
      <CodeEntry
        step={step}
        progress={progress}
        recipient={sentTo ?? null}
        onResend={sentTo === undefined ? null : () => send(sentTo)}
        onChange={() => setChanging(true)}
        notes={codes}
      />
    );
  }
  if (choosing) {
    const diallingCodes = new Map(offered.map(({ country, diallingCode }) => [country, diallingCode]));
    return (
      <Page title={t('phone.countryTitle')} onBack={() => setChoosing(false)}>
        <CountryList
          countries={[...diallingCodes.keys()]}
          suggested={suggested}
          noteOf={(country) => diallingCodes.get(country) ?? ''}
          onChoose={(country) => {
            keep({ country });
            setChoosing(false);
          }}
        />
      </Page>
    );
  }
  const skip = () => flow.advance(() => flow.api.skip(step.id));
  const field = `contact-${step.id}`;
  return (
    <Page
      title={t(`step.${step.type}.title`)}
      text={t(`step.${step.type}.text`)}
      footer={
        <>
          <Button onClick={sendToTyped} disabled={draft.typed.trim() === ''}>
            {t('contact.send')}
          </Button>
          {step.config.canSkip && (
            <Button kind="quiet" onClick={skip}>
              {t('action.skip')}
            </Button>
          )}
        </>
      }
    >
      <label class="label" for={field}>
        {t(phone ? 'phone.label' : 'email.label')}
      </label>
      <form
        class="field"
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.typed.trim() !== '') void sendToTyped();
        }}
      >
        {phone && chosen && (
          <button
            type="button"
            class="dialling"
            aria-label={`${t('phone.countryTitle')}: ${chosen.country} ${chosen.diallingCode}`}
            onClick={() => setChoosing(true)}
          >
            {chosen.country} {chosen.diallingCode} <Icon name="next" size={16} />
          </button>
        )}
        <input
          {...(phone ? phoneField : emailField)}
          id={field}
          value={draft.typed}
          aria-invalid={codes.length > 0}
          onInput={({ currentTarget }) => keep({ typed: currentTarget.value })}
        />
      </form>
      <CodeNotes codes={codes} />
    </Page>
  );
}

/** Where most people speak the language, if the settings name no country. */
const regionOfLanguage = () => new Intl.Locale(navigator.language).maximize().region;
