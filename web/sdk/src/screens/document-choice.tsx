import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DocumentType, SessionStep, StepOf } from '../api/contract.ts';
import { wordOfType, type DocumentChoice, type DocumentQuestion } from '../flow/document-plan.ts';
import { suggestCountries } from '../flow/find-countries.ts';
import { CountryList } from '../ui/country-list.tsx';
import { Choice, CodeNotes } from '../ui/controls.tsx';
import { useSurroundings } from '../ui/flow-context.ts';
import type { IconName } from '../ui/icons.tsx';
import { Page } from '../ui/page.tsx';

export const iconOfType: Readonly<Record<DocumentType, IconName>> = {
  'national-id': 'card',
  passport: 'passport',
  'driving-license': 'car',
  'proof-of-residency': 'letter',
};

/** Country and type on one screen. The country is suggested and its types follow it; choosing a type continues. */
export function DocumentChoiceScreen({
  step,
  progress,
  question: { countries, typesIn },
  choice,
  onChoose,
}: {
  step: StepOf<'document'>;
  progress: SessionStep;
  question: Extract<DocumentQuestion, { ask: 'document' }>;
  choice: DocumentChoice;
  onChoose: (more: DocumentChoice) => void;
}): JSX.Element {
  const { flow, t, texts } = useSurroundings();
  const networkCountry = flow.getState().session?.networkCountry ?? null;
  const suggested = suggestCountries({ tags: navigator.languages, networkCountry }, countries);
  const country = choice.country ?? (countries.length === 1 ? countries[0] : suggested[0]);
  const [searching, setSearching] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const wasSearching = useRef(false);
  // The list replaces the field that had the focus, and vice versa.
  useLayoutEffect(() => {
    if (searching !== wasSearching.current) {
      field.current?.querySelector<HTMLElement>(searching ? 'input, button' : 'button')?.focus();
    }
    wasSearching.current = searching;
  }, [searching]);
  const open = searching || country === undefined;
  const choose = (chosen: string) => {
    setSearching(false);
    const types = typesIn(chosen);
    // With one type in all countries, the country is the complete answer.
    const only = countries.every((one) => typesIn(one).length === 1) ? types[0] : undefined;
    onChoose({ country: chosen, ...(only !== undefined && { type: only }) });
  };
  return (
    <Page
      title={t('document.type.title')}
      text={t('document.type.text')}
      onBack={searching && country !== undefined ? () => setSearching(false) : undefined}
    >
      <CodeNotes codes={progress.codes} />
      {countries.length > 1 && (
        <div class="issuer" ref={field}>
          <p class="label" id={`issuer-${step.id}`}>
            {t('document.country.title')}
          </p>
          {open ? (
            <CountryList countries={countries} suggested={suggested} onChoose={choose} />
          ) : (
            <Choice
              label={texts.country(country)}
              leading={<span class="country">{country}</span>}
              id={`country-${step.id}`}
              labelledBy={`issuer-${step.id}`}
              onClick={() => setSearching(true)}
            />
          )}
        </div>
      )}
      {!open && (
        <div class="choices">
          {typesIn(country).map((type) => (
            <Choice
              key={type}
              icon={iconOfType[type]}
              label={t(`document.${wordOfType(step.config, type)}.name`)}
              note={t(`document.${wordOfType(step.config, type)}.note`)}
              onClick={() => onChoose({ country, type })}
            />
          ))}
        </div>
      )}
    </Page>
  );
}
