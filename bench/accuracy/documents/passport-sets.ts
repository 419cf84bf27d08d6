import { execFileSync } from 'node:child_process';
import { drawPassportInTwoScripts } from '../../../specimens/passports/draw-passport-in-two-scripts.ts';
import {
  passportsInTwoScripts,
  type PassportInTwoScripts,
  type PersonInTwoScripts,
} from '../../../specimens/passports/passports-in-two-scripts.ts';
import { passportsInUnreadScripts } from '../../../specimens/passports/passports-in-unread-scripts.ts';
import { drawStatePassport } from '../../../specimens/passports/draw-state-passport.ts';
import { statePassports } from '../../../specimens/passports/state-passports.ts';
import type { Specimen } from '../../../specimens/documents/draw-specimen.ts';
import { transliterate } from '../../../specimens/documents/transliterate.ts';
import { UsageFault } from '../section.ts';
import type { DocumentSample, DocumentSet, DocumentTruth } from './sample.ts';

/**
 * Passports with names in Cyrillic and in Latin letters, each person's once as issued and once with another person's names in the zone and in
 * Latin letters, while the true ones in Cyrillic stay in view. `seed`: another one gives other numbers, dates and backgrounds.
 */
export function openTwoScriptsSet(options: Options): DocumentSet {
  const first = seedOf(options);
  const planned = Object.entries(passportsInTwoScripts).flatMap(([country, passport]) =>
    passport.people.flatMap((person, index) =>
      [false, true].map((isForged) => ({ country, passport, person, isForged, seed: first * 1000 + index * 10 })),
    ),
  );
  return {
    title: 'Passports in two scripts, drawn',
    facts: [`Set: ${planned.length / 2} people of ${Object.keys(passportsInTwoScripts).join(', ')}, seed ${first}`],
    count: planned.length,
    complete: false,
    async *samples() {
      for (const { country, passport, person, isForged, seed } of planned) {
        const specimen = await drawPassportInTwoScripts(passport, person, {
          seed,
          ...(isForged && { latin: otherThan(person, passport) }),
        });
        const label = `${country} ${person.family.latin} ${seed} ${isForged ? 'forged' : 'as issued'}`;
        yield sampleOf(specimen, { country, label, isForged });
      }
    },
  };
}

/** Honest passports of countries whose script no reader knows: what their names in it say is not compared. */
export function openUnreadScriptsSet(options: Options): DocumentSet {
  const first = seedOf(options);
  refuseMissingFonts();
  const planned = Object.entries(passportsInUnreadScripts).flatMap(([country, passport]) =>
    passport.people.map((person, index) => ({ country, passport, person, seed: first * 1000 + index * 10 })),
  );
  return {
    title: 'Passports in scripts that no reader knows, drawn',
    facts: [`Set: ${planned.length} people of ${Object.keys(passportsInUnreadScripts).join(', ')}, seed ${first}`],
    count: planned.length,
    complete: false,
    async *samples() {
      for (const { country, passport, person, seed } of planned) {
        const specimen = await drawPassportInTwoScripts(passport, person, { seed });
        yield sampleOf(specimen, { country, label: `${country} ${person.family.latin} ${seed}` });
      }
    },
  };
}

/** Honest passports of nearly all states that print names in Latin letters alone. */
export function openStatesSet(options: Options): DocumentSet {
  const first = seedOf(options);
  return {
    title: 'Passports of states, drawn',
    facts: [`Set: one of each of ${statePassports.length} states, seed ${first}`],
    count: statePassports.length,
    complete: false,
    async *samples() {
      for (const [index, passport] of statePassports.entries()) {
        const specimen = await drawStatePassport(passport, { seed: first * 1000 + index });
        yield sampleOf(specimen, { country: passport.code, label: `${passport.code} ${first}` });
      }
    },
  };
}

/** As fontconfig names the languages of the set. Without a font, the drawing has boxes in place of letters and would measure nothing. */
const drawnLanguages = ['ar', 'bn', 'fa', 'he', 'hi', 'hy', 'ja', 'ka', 'ko', 'th', 'ur', 'zh-cn'];

function refuseMissingFonts(): void {
  const missing = drawnLanguages.filter((language) => execFileSync('fc-list', [`:lang=${language}`]).length === 0);
  if (missing.length === 0) return;
  throw new UsageFault(
    `--unread-scripts needs fonts for ${missing.join(', ')}: install fonts-noto-core and fonts-noto-cjk.`,
  );
}

interface Options {
  seed?: string | undefined;
}

function seedOf({ seed = '1' }: Options): number {
  const first = Number(seed);
  if (!Number.isInteger(first) || first < 1) throw new UsageFault('--seed takes a whole number, 1 or more.');
  return first;
}

function sampleOf(
  specimen: Specimen,
  { country, label, isForged = false }: { country: string; label: string; isForged?: boolean },
): DocumentSample {
  return {
    label,
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
    familyNames: both(fields.surname, inZone(fields.surname)),
    givenNames: both(fields.givenNames, inZone(fields.givenNames)),
    documentNumber: both(fields.documentNumber),
    dateOfBirth: both(fields.dateOfBirth),
    dateOfExpiry: both(fields.expirationDate),
  };
}

/** As the service reads a name of the zone. */
function inZone(name: string): string {
  return transliterate(name).replaceAll('<', ' ');
}
