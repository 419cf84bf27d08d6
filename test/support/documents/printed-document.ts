import type { DocumentKind, DocumentSide, KindField } from '../../../src/domain/document-kinds/document-kind.ts';
import { placeOfShape, placesOfShape } from '../../../src/domain/document-kinds/number-shape.ts';
import { nationalRules } from '../../../src/domain/national-numbers/index.ts';
import type { Quad, TextLine } from '../../../src/domain/ports/pages/page-reader.ts';
import { monthNamesOf } from '../../../src/domain/printed-dates/month-names.ts';
import { createRandom, type Random } from '../../../specimens/drawing/create-random.ts';

/** A value as it is printed, and what a reader should read. */
export interface PrintedValue {
  field: KindField;
  lines: string[];
  expected: string;
}

/** The role of a printed line: the label of these fields, or a part of their values. */
export interface PrintedRole {
  isLabel: boolean;
  fields: readonly KindField[];
}

export interface PrintedDocument {
  values: PrintedValue[];
  /** Titles have no role. */
  roles: ReadonlyMap<TextLine, PrintedRole>;
  /** Lines by side, as a recogniser finds them. */
  lines: Readonly<Record<DocumentSide, TextLine[]>>;
}

/** In pixels. A made-up page is printed as large, next to the letters of its zone, as data pages are. */
const usualSize = { height: 20, letter: 11 };
const sizeOnPages = { height: 32, letter: 24 };
/** Texts that have their own form. */
const textOf: Partial<Record<string, string>> = {
  bloodType: 'AB+',
  eyeColour: 'BRO',
  height: '175 CM',
  licenceEndorsements: 'NONE',
  licenceRestrictions: 'NONE',
};

/** A made-up document of a kind: every label with its value in the kind's place, in two columns. */
export function printDocument(
  kind: DocumentKind,
  {
    seed = 1,
    fixed = {},
    familyParts,
  }: { seed?: number; fixed?: Partial<Record<string, string>>; familyParts?: readonly string[] } = {},
): PrintedDocument {
  const random = createRandom(seed);
  const families = kind.fields.filter(({ name }) => name === 'familyNames');
  const values = kind.fields.map((field) => {
    // Names that are printed in parts have one part each.
    const part =
      field.name === 'familyNames' && families.length > 1 ? familyParts?.[families.indexOf(field)] : undefined;
    return printValue(field, kind, random, part ?? fixed[field.name], fixed.dateOfIssue);
  });
  const roles = new Map<TextLine, PrintedRole>();
  const linesOf = (side: DocumentSide) => {
    const placed = placeFields(values.filter(({ field }) => field.side === side));
    for (const { line, ...role } of placed) roles.set(line, role);
    return [
      ...(kind.marks[side] ?? []).slice(0, 3).map((text, index) => printedLine(text, 100, 10 + index * 42)),
      ...placed.map(({ line }) => line),
    ];
  };
  return { values, roles, lines: { front: linesOf('front'), back: linesOf('back') } };
}

/** Between two lines of text, and from the last line of a row to the next row. */
const linePitch = 40;
const rowGap = 30;

/** Rows of two pairs of label and value, as close together as on a card; labels that are shared are printed once. */
function placeFields(values: readonly PrintedValue[]): (PrintedRole & { line: TextLine })[] {
  const byLabel = new Map<string, PrintedValue[]>();
  for (const value of values) {
    const label = value.field.place === 'anywhere' ? value.field.name : (value.field.labels[0] ?? '');
    byLabel.set(label, [...(byLabel.get(label) ?? []), value]);
  }
  let top = 150;
  let below = top;
  return [...byLabel].flatMap(([label, sharing], index) => {
    const x = 100 + (index % 2) * 900;
    if (index % 2 === 0) top = below;
    const y = top;
    const [first] = sharing;
    if (first === undefined) return [];
    const isDated = sharing.some(({ field }) => field.form === 'date') && sharing.length > 1;
    const texts = isDated ? [sharing.flatMap(({ lines }) => lines).join(', ')] : sharing.flatMap(({ lines }) => lines);
    below = Math.max(below, y + (texts.length + 1) * linePitch + rowGap);
    const place = first.field.place;
    const fields = sharing.map(({ field }) => field);
    const labelAt = (labelTop: number) => ({ line: printedLine(label, x, labelTop), isLabel: true, fields });
    const valuesAt = (left: number, first: number) =>
      texts.map((text, row) => ({ line: printedLine(text, left, first + row * linePitch), isLabel: false, fields }));
    switch (place) {
      case 'anywhere':
        return texts.map((text) => ({ line: printedLine(text, x, y), isLabel: false, fields }));
      case 'right':
        return [labelAt(y), ...valuesAt(x + label.length * sizeOnPages.letter + 40, y)];
      case 'above':
        return [...valuesAt(x, y), labelAt(y + texts.length * linePitch)];
      case 'below':
        return [labelAt(y), ...valuesAt(x, y + linePitch)];
    }
  });
}

/** A line on a made-up page. */
export function printedLine(text: string, x: number, y: number): TextLine {
  return textLine(text, x, y, { size: sizeOnPages });
}

export function textLine(
  text: string,
  x: number,
  y: number,
  { confidence = 0.97, size = usualSize }: { confidence?: number; size?: { height: number; letter: number } } = {},
): TextLine {
  const right = x + Math.max(size.letter + 1, text.length * size.letter);
  const box: Quad = [
    [x, y],
    [right, y],
    [right, y + size.height],
    [x, y + size.height],
  ];
  return { text, confidence, box };
}

function printValue(
  field: KindField,
  kind: DocumentKind,
  random: Random,
  fixed: string | undefined,
  dateOfIssue: string | undefined,
): PrintedValue {
  const one = (printed: string, expected = printed): PrintedValue => ({ field, lines: [printed], expected });
  switch (field.form) {
    case 'date': {
      const iso = fixed ?? drawDate(field, random);
      return one(printDate(iso, kind), iso);
    }
    case 'year-range':
      return one('2021 - 2031', '2031-12-31');
    case 'sex': {
      const sex = fixed === 'M' ? 'M' : 'F';
      return one(kind.sexes[sex], sex);
    }
    case 'number': {
      const drawn =
        field.rule === null ? drawShape(field.shape ?? '0000000', random) : nationalRules[field.rule].example(random);
      const month = field.beginsWithMonth ? (dateOfIssue ?? '').replaceAll('-', '').slice(2, 6) : '';
      const compact = fixed ?? month + drawn.slice(month.length);
      return one(printShape(compact, field.shape), compact);
    }
    case 'name': {
      const names: Partial<Record<string, string>> = {
        familyNames: 'CONCEIÇÃO MUÑOZ',
        givenNames: 'JOSÉ ÂNGELO',
        fatherName: 'RUI MUÑOZ',
        motherName: 'ANA CONCEIÇÃO',
      };
      return one(fixed ?? names[field.name] ?? 'JOSÉ ÂNGELO CONCEIÇÃO MUÑOZ');
    }
    case 'address': {
      const lines = (fixed?.split(', ') ?? ['RUA DAS FLORES 123', '01310-100 SAO PAULO']).slice(0, field.mostLines);
      return { field, lines, expected: lines.join(', ') };
    }
    case 'country':
      return one(fixed ?? 'UTO');
    case 'categories':
      return one('AB');
    case 'text':
      return one(fixed ?? textOf[field.name] ?? 'BELLAVISTA');
  }
}

function drawDate(field: KindField, random: Random): string {
  const [from, to] =
    field.name === 'dateOfBirth' ? [1950, 2005] : field.name === 'dateOfExpiry' ? [2027, 2034] : [2016, 2025];
  const two = (value: number) => String(value).padStart(2, '0');
  return `${random.integer(from, to)}-${two(random.integer(1, 12))}-${two(random.integer(1, 28))}`;
}

/** A date in the kind's own pattern and language. */
export function printDate(iso: string, { dates, languages }: DocumentKind): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  const language = languages.find((candidate) => candidate !== 'th') ?? 'en';
  const name = monthNamesOf(language)[Number(month) - 1]?.split('|')[0] ?? '';
  return dates.pattern
    .replace('mmmm', name)
    .replace('mmm', name.startsWith('JUIN') || name.startsWith('JUIL') ? name.slice(0, 4) : name.slice(0, 3))
    .replace('mm', month)
    .replace('dd', day)
    .replace('yyyy', year);
}

function drawShape(shape: string, random: Random): string {
  return Array.from(placesOfShape(shape), (sort) =>
    random.text(sort === 'A' || sort === 'P' ? 'ABCDEFGHJKLMNPRSTUVWXYZ' : '123456789', 1),
  ).join('');
}

/** A number with the marks that its shape has. */
function printShape(compact: string, shape: string | null): string {
  if (shape === null || placesOfShape(shape).length !== compact.length) return compact;
  let next = 0;
  return shape.replace(placeOfShape, () => compact.charAt(next++));
}
