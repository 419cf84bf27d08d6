import { X } from 'lucide-react';
import { countryName } from '../app/words.ts';
import { Badge } from '../ui/badge.tsx';
import { Field } from '../ui/field.tsx';

/** Every two-letter code that the browser knows a country for (ISO 3166-1). */
const countries = everyCountry();

interface CountriesFieldProps {
  label: string;
  hint?: string;
  fault: string | undefined;
  value: readonly string[];
  onChange: (codes: string[]) => void;
}

/** Countries by name; an empty choice means all. */
export function CountriesField({ label, hint, fault, value, onChange }: CountriesFieldProps) {
  return (
    <Field label={label} {...(hint !== undefined && { hint })} fault={fault}>
      {(described) => (
        <>
          <select
            className="control"
            value=""
            onChange={(event) => onChange([...value, event.target.value])}
            {...described}
          >
            <option value="">{value.length === 0 ? 'Choose a country' : 'Add another'}</option>
            {countries
              .filter(({ code }) => !value.includes(code))
              .map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
          </select>
          {value.length > 0 && (
            <span className="mt-2 flex flex-wrap gap-1.5">
              {value.map((code) => (
                <Badge key={code}>
                  {countryName(code)}
                  <button
                    type="button"
                    aria-label={`Remove ${countryName(code)}`}
                    className="-mr-1 rounded-full p-0.5"
                    onClick={() => onChange(value.filter((other) => other !== code))}
                  >
                    <X aria-hidden className="size-3" />
                  </button>
                </Badge>
              ))}
            </span>
          )}
        </>
      )}
    </Field>
  );
}

/** Codes that have a name, without groups of countries and withdrawn codes. */
function everyCountry(): { code: string; name: string }[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const noCountries = new Set([
    'EU',
    'EZ',
    'UN',
    'XA',
    'XB',
    'ZZ',
    'QO',
    'AN',
    'BU',
    'CS',
    'DD',
    'FX',
    'NT',
    'SU',
    'TP',
    'YD',
    'YU',
    'ZR',
    'UK',
  ]);
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !noCountries.has(code) && countryName(code) !== code)
    .map((code) => ({ code, name: countryName(code) }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
