import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Choice } from './controls.tsx';
import { useSurroundings } from './flow-context.ts';
import { Icon } from './icons.tsx';

/** Few countries need no search. */
const searchFrom = 8;

/** Countries by name, with a search that cares neither for case nor for accents. */
export function CountryList({
  countries,
  noteOf,
  onChoose,
}: {
  countries: readonly string[];
  noteOf?: (country: string) => string;
  onChoose: (country: string) => void;
}): JSX.Element {
  const { t, texts } = useSurroundings();
  const [search, setSearch] = useState('');
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase(texts.language);
  const wanted = plain(search.trim());
  const shown = countries
    .map((code) => ({ code, name: texts.country(code), note: noteOf?.(code) ?? '' }))
    .filter(({ code, name, note }) => plain(`${name} ${code} ${note}`).includes(wanted))
    .sort((a, b) => a.name.localeCompare(b.name, texts.language));
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
