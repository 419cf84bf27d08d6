import { drawPassportInTwoScripts } from '../../../specimens/documents/draw-passport-in-two-scripts.ts';
import {
  passportsInTwoScripts,
  type PassportInTwoScripts,
  type PersonInTwoScripts,
} from '../../../specimens/documents/passports-in-two-scripts.ts';
import type { Specimen } from '../../../specimens/documents/draw-specimen.ts';
import { transliterate } from '../../../specimens/documents/transliterate.ts';
import { UsageFault } from '../section.ts';
import type { DocumentSample, DocumentSet, DocumentTruth } from './sample.ts';

/**
 * Passports with names in Cyrillic and in Latin letters, each person's once as issued and once with another person's names in the zone and in
 * Latin letters, while the true ones in Cyrillic stay in view. `seed`: another one gives other numbers, dates and backgrounds.
 */
export function openTwoScriptsSet({ seed = '1' }: { seed?: string | undefined }): DocumentSet {
  const first = Number(seed);
  if (!Number.isInteger(first) || first < 1) throw new UsageFault('--seed takes a whole number, 1 or more.');
  const planned = Object.entries(passportsInTwoScripts).flatMap(([country, passport]) =>
    passport.people.flatMap((person, index) =>
      [false, true].map((isForged) => ({ country, passport, person, isForged, seed: first * 1000 + index * 10 })),
    ),
  );
  return {
    title: 'Passports in two scripts, drawn',
    facts: [`Set: ${planned.length / 2} people of ${Object.keys(passportsInTwoScripts).join(', ')}, seed ${seed}`],
    count: planned.length,
    complete: false,
    async *samples() {
      for (const each of planned) yield await sampleOf(each);
    },
  };
}

async function sampleOf({
  country,
  passport,
  person,
  isForged,
  seed,
}: {
  country: string;
  passport: PassportInTwoScripts;
  person: PersonInTwoScripts;
  isForged: boolean;
  seed: number;
}): Promise<DocumentSample> {
  const specimen = await drawPassportInTwoScripts(country, person, {
    seed,
    ...(isForged && { latin: otherThan(person, passport) }),
  });
  return {
    label: `${country} ${person.family.latin} ${seed} ${isForged ? 'forged' : 'as issued'}`,
    kind: country,
    distortion: isForged ? 'false names in zone and Latin letters' : 'as issued',
    files: () => Promise.resolve([{ kind: 'document-front', contentType: 'image/jpeg', bytes: specimen.jpeg }]),
    input: { documentType: 'passport' },
    mrz: specimen.truth.mrz,
    fields: truthOf(specimen),
    isTruthComplete: false,
    barcodes: [],
    printedInvalid: isForged,
    conflicts: [],
    legible: true,
    shortcoming: isForged ? 'altered' : null,
  };
}

/** The next person of the list. */
function otherThan(person: PersonInTwoScripts, { people }: PassportInTwoScripts): PersonInTwoScripts {
  const other = people[(people.indexOf(person) + 1) % people.length];
  if (other === undefined) throw new Error('a passport needs people');
  return other;
}

function truthOf({ truth: { fields } }: Specimen): DocumentTruth {
  const both = (printed: string, mrz = printed) => ({
    printed: { value: printed, normalised: printed },
    mrz: { value: mrz, normalised: mrz },
    barcode: null,
  });
  return {
    familyNames: both(fields.surname, transliterate(fields.surname)),
    givenNames: both(fields.givenNames, transliterate(fields.givenNames)),
    documentNumber: both(fields.documentNumber),
    dateOfBirth: both(fields.dateOfBirth),
    dateOfExpiry: both(fields.expirationDate),
  };
}
