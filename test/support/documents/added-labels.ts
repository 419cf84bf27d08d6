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

/** A forger who makes true labels illegible, adds other labels and words, and changes zone or barcode to match. */
export interface AddedLabels {
  forged: keyof typeof forgedWords;
  /** What remains of the true labels. */
  labels: keyof typeof lostLabels;
  /** Whether the forger spoils only the labels of the forged fields, or all. */
  scope: 'forged' | 'all';
  /** What remains of the true values of the forged fields. */
  values: keyof typeof lostValues;
  /** Which label the forger prints: in the first or last language of the kind, or none. */
  ownLabel: 'first' | 'last' | 'none';
  place: keyof typeof places;
  /** Whether the forger also copies the labels and values of the other fields. */
  isWholeBlock: boolean;
  /** Size of the forger's words, relative to the page's own print. */
  labelSize: number;
  valueSize: number;
  /** Whether the places of the forger's lines grow with the values, so that larger lines do not cover each other. */
  doesBlockGrow: boolean;
}

/** A forger's words are at least and at most so many times as large as the page's own. */
const [smallest, largest] = [0.4, 4];

/** The false values in the zone or barcode. */
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

/** Where the forger prints, from the place of the true print, in pixels. */
export const places = {
  'very same place': [0, 0],
  'right under': [0, 60],
  'right above': [0, -65],
  'far above': [0, -4800],
  'far below': [0, 4800],
  'next to the page': [3700, 0],
  'above the titles': [0, -1150],
} as const;

function blurred(line: TextLine, random: Random): TextLine {
  const text = line.text.replace(/[\p{L}\d]/gu, (letter) =>
    random.integer(0, 2) === 0 ? random.pick(['I', 'O', 'E', '1']) : letter,
  );
  return { ...line, text, confidence: 0.5, agreed: false };
}

/** The page that the forger sends. Null if the zone and barcode do not have the field. */
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
      // A label that the forger uses for another line is on the page only once.
      if (role.fields.some((field) => replaced.has(field))) return [];
      const isChanged = role.fields.some((field) => changed.has(field));
      if (!role.isLabel) return isChanged ? orNothing(lostValues[how.values](line, random)) : [line];
      if (!isChanged && how.scope === 'forged') return [line];
      const change: Change =
        isChanged || how.labels !== 'labels of other fields' ? lostLabels[how.labels] : lostLabels.removed;
      return orNothing(change(line, random, relabel.labels.get(role.fields[0]?.name ?? '')));
    });
  const added = (side: DocumentSide) => {
    const block = forged.printed.lines[side].flatMap((line): AddedLine[] => {
      const role = forged.printed.roles.get(line);
      const isOwn = role?.fields.some((field) => changed.has(field)) === true;
      if (role === undefined || !(isOwn || (how.isWholeBlock && !role.fields.some((field) => replaced.has(field)))))
        return [];
      if (role.isLabel && how.ownLabel === 'none') return [];
      const labels = role.fields[0]?.labels ?? [];
      const text = role.isLabel && how.ownLabel === 'last' ? (labels.at(-1) ?? line.text) : line.text;
      return [{ line: { ...line, text }, size: role.isLabel ? how.labelSize : how.valueSize }];
    });
    return placed(block, how);
  };
  const sides = kind.sides.map((side) => ({ side, left: left(side), added: added(side) }));
  const isTrueValue = (line: TextLine) => {
    const role = mine.printed.roles.get(line);
    return role?.isLabel === false && role.fields.some((field) => changed.has(field));
  };
  // Words over the true ones hide these; that is another class of forgery.
  const doCover = sides.some((page) => page.left.some((line) => isTrueValue(line) && isCovered(line, page.added)));
  if (how.values === 'in view' && doCover) return null;
  return storeDocument(kind, { ...mine, zone: forged.zone, barcode: forged.barcode }, (reading, side) => ({
    ...reading,
    lines: sides.flatMap((page) => (page.side === side ? [...page.left, ...page.added] : [])),
  }));
}

/** Whether a tenth of a line or more is under another one. */
function isCovered({ box }: TextLine, others: readonly TextLine[]): boolean {
  const [[left, top], , [right, bottom]] = box;
  return others.some(({ box: [[x0, y0], , [x1, y1]] }) => {
    const shared =
      Math.max(0, Math.min(right, x1) - Math.max(left, x0)) * Math.max(0, Math.min(bottom, y1) - Math.max(top, y0));
    return shared >= 0.1 * (right - left) * (bottom - top);
  });
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

interface AddedLine {
  line: TextLine;
  size: number;
}

/** Every line from its upper left corner, or the places of all from that of the block. */
function placed(block: readonly AddedLine[], { place, valueSize, doesBlockGrow }: AddedLabels): TextLine[] {
  const [right, down] = places[place];
  const starts = block.map(({ line }) => line.box[0]);
  const from = [Math.min(...starts.map(([x]) => x)), Math.min(...starts.map(([, y]) => y))] as const;
  const spread = doesBlockGrow ? valueSize : 1;
  return block.map(({ line, size }) => {
    const [left, top] = line.box[0];
    const [x0, y0] = [from[0] + (left - from[0]) * spread + right, from[1] + (top - from[1]) * spread + down];
    const box = line.box.map(([x, y]) => [x0 + (x - left) * size, y0 + (y - top) * size]);
    return { ...line, box: box as unknown as TextLine['box'] };
  });
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

/**
 * Every way to attack that makes sense: print over the true print in view is a reader's noise. The sizes are drawn, so that another seed has others; a
 * quarter of the words are as large as the page's own.
 */
export function listAttacks(seed = 1): AddedLabels[] {
  const random = createRandom(seed);
  const drawSize = () =>
    random.integer(0, 3) === 0 ? 1 : Math.exp(random.number(Math.log(smallest), Math.log(largest)));
  const keys = <K extends string>(table: Record<K, unknown>) => Object.keys(table) as K[]; // Object.keys widens.
  return keys(forgedWords)
    .flatMap((forged) =>
      keys(lostLabels).flatMap((labels) =>
        (['forged', 'all'] as const).flatMap((scope) =>
          keys(lostValues).flatMap((values) =>
            (['first', 'last', 'none'] as const).flatMap((ownLabel) =>
              keys(places).flatMap((place) =>
                [false, true].map((isWholeBlock) => ({
                  ...{ forged, labels, scope, values, ownLabel, place, isWholeBlock },
                  ...{ labelSize: drawSize(), valueSize: drawSize(), doesBlockGrow: random.integer(0, 1) === 0 },
                })),
              ),
            ),
          ),
        ),
      ),
    )
    .filter(({ values, place }) => values !== 'in view' || place !== 'very same place');
}
