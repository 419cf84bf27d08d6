import type { DocumentSide, KindField } from '../../../src/domain/document-kinds/document-kind.ts';
import type { TextLine } from '../../../src/domain/ports/pages/page-reader.ts';
import type { StoredDocument } from '../../../src/steps/document/page-result-schema.ts';
import { createRandom, type Random } from '../../../specimens/drawing/create-random.ts';
import type { ProvingPaper } from './forged-zone.ts';
import {
  makeUpDocument,
  printedValue,
  storeDocument,
  type MadeUpDocument,
  type MadeUpHolder,
} from './made-up-document.ts';

/** A forger who makes true labels illegible, adds his own labels and words, and changes zone or barcode to match. */
export interface AddedLabels {
  forged: keyof typeof forgedWords;
  /** What is left of the true labels. */
  labels: keyof typeof lostLabels;
  /** Whether he spoils the labels of the forged fields alone, or all. */
  scope: 'forged' | 'all';
  /** What is left of the true values of the forged fields. */
  values: keyof typeof lostValues;
  /** Which label he prints: in the first or last language of the kind, or none. */
  ownLabel: 'first' | 'last' | 'none';
  place: keyof typeof places;
  /** Whether he also copies the labels and values of the fields that he does not forge. */
  isWholeBlock: boolean;
}

/** What the zone or barcode says in place of the truth. */
export const forgedWords = {
  'family name': { familyNames: 'OUTRO ALGUEM' },
  'given names': { givenNames: 'BEATRIX' },
  'both names': { familyNames: 'OUTRO ALGUEM', givenNames: 'BEATRIX' },
  birth: { dateOfBirth: '1979-11-23' },
  'later birth': { dateOfBirth: '1999-11-23' },
  expiry: { dateOfExpiry: '2033-06-13' },
  number: {},
  everything: {
    familyNames: 'OUTRO ALGUEM',
    givenNames: 'BEATRIX',
    dateOfBirth: '1979-11-23',
    dateOfExpiry: '2033-06-13',
  },
} as const satisfies Record<string, Partial<MadeUpHolder>>;
const withNumber: readonly string[] = ['number', 'everything'];

type Change = (line: TextLine, random: Random, other: string | undefined) => TextLine | null;

export const lostLabels = {
  removed: () => null,
  blurred: (line, random) => blurred(line, random),
  'labels of other fields': (line, _random, other) => (other === undefined ? null : { ...line, text: other }),
} as const satisfies Record<string, Change>;

export const lostValues = {
  'in view': (line) => line,
  blurred: (line, random) => blurred(line, random),
  removed: () => null,
} as const satisfies Record<string, Change>;

/** Where he prints: the offset from the true print, in pixels, and the scale. */
export const places = {
  'very same place': [0, 0, 1],
  'right under': [0, 40, 1],
  'right above': [0, -45, 1],
  'far above': [0, -3000, 1],
  'far below': [0, 3000, 1],
  'next to the page': [2300, 0, 1],
  'above the titles': [0, -700, 1],
} as const;

function blurred(line: TextLine, random: Random): TextLine {
  const text = line.text.replace(/[\p{L}\d]/gu, (letter) =>
    random.integer(0, 2) === 0 ? random.pick(['I', 'O', 'E', '1']) : letter,
  );
  return { ...line, text, confidence: 0.5, agreed: false };
}

/** The page that the forger sends. Null: zone and barcode do not have what he would change. */
export function withAddedLabels({ kind, holder }: ProvingPaper, how: AddedLabels): StoredDocument | null {
  const number = (seed: number) => printedValue(makeUpDocument(kind, seed, holder).printed, 'documentNumber');
  const own = number(1);
  const mine = makeUpDocument(kind, 1, { ...holder, ...(own !== undefined && { documentNumber: own }) });
  const other = withNumber.includes(how.forged) ? number(2) : own;
  const words: Partial<MadeUpHolder> = {
    ...holder,
    ...forgedWords[how.forged],
    ...(other !== undefined && { documentNumber: other }),
  };
  const forged = makeUpDocument(kind, 1, words);
  const isForged =
    mine.zone?.first.lines.join() !== forged.zone?.first.lines.join() || mine.barcode?.text !== forged.barcode?.text;
  const changed = changedFields(mine, forged);
  if (!isForged || changed.size === 0) return null;
  const random = createRandom(1);
  const relabel = otherLabelOf(kind.fields, changed);
  const replaced = how.labels === 'labels of other fields' ? relabel.fields : new Set<KindField>();
  const left = (side: DocumentSide) =>
    mine.printed.lines[side].flatMap((line): TextLine[] => {
      const role = mine.printed.roles.get(line);
      if (role === undefined) return [line];
      // A label that he uses for another line is on the page once.
      if (role.fields.some((field) => replaced.has(field))) return [];
      const isChanged = role.fields.some((field) => changed.has(field));
      if (!role.isLabel) return isChanged ? orNothing(lostValues[how.values](line, random)) : [line];
      if (!isChanged && how.scope === 'forged') return [line];
      const change: Change =
        isChanged || how.labels !== 'labels of other fields' ? lostLabels[how.labels] : lostLabels.removed;
      return orNothing(change(line, random, relabel.labels.get(role.fields[0]?.name ?? '')));
    });
  const added = (side: DocumentSide) =>
    forged.printed.lines[side].flatMap((line): TextLine[] => {
      const role = forged.printed.roles.get(line);
      const isOwn = role?.fields.some((field) => changed.has(field)) === true;
      if (role === undefined || !(isOwn || (how.isWholeBlock && !role.fields.some((field) => replaced.has(field)))))
        return [];
      if (role.isLabel && how.ownLabel === 'none') return [];
      const labels = role.fields[0]?.labels ?? [];
      const text = role.isLabel && how.ownLabel === 'last' ? (labels.at(-1) ?? line.text) : line.text;
      return [moved({ ...line, text }, places[how.place])];
    });
  return storeDocument(kind, { ...mine, zone: forged.zone, barcode: forged.barcode }, (reading, side) => ({
    ...reading,
    lines: [...left(side), ...added(side)],
  }));
}

const orNothing = (line: TextLine | null): TextLine[] => (line === null ? [] : [line]);

function changedFields(mine: MadeUpDocument, forged: MadeUpDocument): Set<KindField> {
  const isChanged = (index: number) =>
    mine.printed.values[index]?.lines.join() !== forged.printed.values[index]?.lines.join();
  return new Set(mine.printed.values.filter((_, index) => isChanged(index)).map(({ field }) => field));
}

/** For each changed field, the label of another field that could have such a value: a name could be a place, a birth the day of issue. */
function otherLabelOf(
  fields: readonly KindField[],
  changed: ReadonlySet<KindField>,
): { labels: ReadonlyMap<string, string>; fields: ReadonlySet<KindField> } {
  const used = new Set<KindField>();
  const labels = new Map<string, string>();
  for (const field of changed) {
    const candidate = fields.find(
      (each) =>
        !changed.has(each) &&
        !used.has(each) &&
        each.place !== 'anywhere' &&
        each.name !== field.name &&
        sortOf(each) === sortOf(field),
    );
    if (candidate === undefined) continue;
    used.add(candidate);
    labels.set(field.name, candidate.labels[0] ?? '');
  }
  return { labels, fields: used };
}

function sortOf({ form }: KindField): string {
  return form === 'name' ? 'text' : form;
}

function moved(line: TextLine, [right, down, size]: readonly [number, number, number]): TextLine {
  const [[left, top]] = line.box;
  const box = line.box.map(([x, y]) => [left + (x - left) * size + right, top + (y - top) * size + down]);
  return { ...line, box: box as unknown as TextLine['box'] };
}

/**
 * Whether the true values are gone and the false ones are printed where the document has such values. No rule of print can tell this from
 * an honest page: it is for the check on tampering.
 */
export function isRepaint({ values, place }: AddedLabels): boolean {
  return values !== 'in view' && (place === 'very same place' || place.startsWith('right '));
}

/**
 * Whether the true name stays in view as the value of another field, with the false one right next to it: a name at birth, or the municipality. Where
 * a kind prints such a field next to the names, this is how an honest document looks.
 */
export function showsTrueNameAsOther({ labels, values, place, forged }: AddedLabels): boolean {
  const isName = forged === 'family name' || forged === 'both names';
  return isName && labels === 'labels of other fields' && values === 'in view' && place.startsWith('right ');
}

/** Every attack that makes sense: print over the true print in view is noise for the reader. */
export function listAttacks(): AddedLabels[] {
  const keys = <K extends string>(table: Record<K, unknown>) => Object.keys(table) as K[]; // Object.keys widens.
  return keys(forgedWords)
    .flatMap((forged) =>
      keys(lostLabels).flatMap((labels) =>
        (['forged', 'all'] as const).flatMap((scope) =>
          keys(lostValues).flatMap((values) =>
            (['first', 'last', 'none'] as const).flatMap((ownLabel) =>
              keys(places).flatMap((place) =>
                [false, true].map((isWholeBlock) => ({
                  forged,
                  labels,
                  scope,
                  values,
                  ownLabel,
                  place,
                  isWholeBlock,
                })),
              ),
            ),
          ),
        ),
      ),
    )
    .filter(({ values, place }) => values !== 'in view' || place !== 'very same place');
}
