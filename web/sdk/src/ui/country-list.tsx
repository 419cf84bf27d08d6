import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { findCountries } from '../flow/find-countries.ts';
import { Choice } from './controls.tsx';
import { useSurroundings } from './flow-context.ts';
import { Icon } from './icons.tsx';

/** Few countries need no search. */
const searchFrom = 8;

/** Countries by name, those that are suggested first, with a search. */
export function CountryList({
  countries,
  suggested,
  noteOf,
  onChoose,
}: {
  countries: readonly string[];
  suggested: readonly string[];
  noteOf?: (country: string) => string;
  onChoose: (country: string) => void;
}): JSX.Element {
  const { t, texts } = useSurroundings();
  const [search, setSearch] = useState('');
  const rows = countries.map((code) => ({ code, name: texts.country(code), note: noteOf?.(code) ?? '' }));
  const shown = findCountries(rows, { language: texts.language, search, suggested });
  return (
    <>
      {countries.length >= searchFrom && (
        <label class="search">
          <Icon name="search" size={20} />
          <input
            type="search"
            value={search}
            placeholder={t('country.search')}
            aria-label={t('country.search')}
            autocomplete="off"
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </label>
      )}
      <p class="sr" role="status">
        {t('country.found', { count: shown.length })}
      </p>
      <div class="choices tight">
        {shown.map(({ code, name, note }) => (
          <Choice
            key={code}
            label={name}
            note={note}
            leading={<span class="country">{code}</span>}
            onClick={() => onChoose(code)}
          />
        ))}
      </div>
    </>
  );
}
