import { TriangleAlert } from 'lucide-react';
import type { Schemas, StepRecord } from '../api/schema.ts';
import { countryName, signatureText, words } from '../app/words.ts';
import { Badge } from '../ui/badge.tsx';
import { LongText } from '../ui/long-text.tsx';
import { PlacedValue, type FieldPlace } from './field-place.tsx';

type DocumentStep = Extract<StepRecord, { type: 'document' }>;
type Source = Schemas['DocumentField']['source'];

const sources: readonly Source[] = ['mrz', 'barcode', 'visual'];
const sourceTexts: Readonly<Record<Source, string>> = {
  mrz: 'Machine-readable zone',
  barcode: 'Barcode',
  visual: 'Visual zone',
};

interface FieldRow {
  name: string;
  readings: Partial<Record<Source, { value: string; place: FieldPlace | null }>>;
  disagrees: boolean;
  doubtful: boolean;
  confidence: number | null;
}

/** The values read from a document, source next to source, with contradictions marked. */
export function DocumentData({ step, onOpen }: { step: DocumentStep; onOpen: (mediaId: string) => void }) {
  const { document } = step;
  if (document === null) return null;
  const rows = fieldRows(step, document.fields);
  const shownSources = sources.filter((source) => rows.some((row) => row.readings[source] !== undefined));
  return (
    <div className="border-t border-line">
      <div className="flex flex-wrap gap-2 px-5 py-3">
        {document.type !== null && <Badge>{words(document.type)}</Badge>}
        {document.country !== null && <Badge>{countryName(document.country)}</Badge>}
        {document.subtype !== null && <Badge>{document.subtype}</Badge>}
      </div>
      {rows.length > 0 && (
        <div
          role="region"
          aria-label="Fields of the document"
          tabIndex={0}
          className="overflow-x-auto border-t border-line -outline-offset-2"
        >
          <table className="w-full text-left text-[13px]">
            <thead>
              <tr className="border-b border-line bg-canvas/60 text-xs text-faint">
                <th scope="col" className="px-5 py-2 font-medium">
                  Field
                </th>
                {shownSources.map((source) => (
                  <th key={source} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                    {sourceTexts[source]}
                  </th>
                ))}
                <th scope="col" className="px-5 py-2 text-right font-medium">
                  Certainty
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr
                  key={row.name}
                  className={`border-b border-line last:border-b-0 ${row.disagrees ? 'bg-bad-soft' : row.doubtful ? 'bg-warn-soft' : ''}`}
                >
                  <th scope="row" className="px-5 py-2 font-medium whitespace-nowrap">
                    {words(row.name)}
                    {(row.disagrees || row.doubtful) && (
                      <span
                        className={`ml-2 inline-flex items-center gap-1 text-xs font-medium ${row.disagrees ? 'text-bad' : 'text-warn'}`}
                      >
                        <TriangleAlert aria-hidden className="size-3" />
                        {row.disagrees ? 'Disagrees' : 'Doubtful'}
                      </span>
                    )}
                  </th>
                  {shownSources.map((source) => (
                    <td key={source} className="px-3 py-2 font-mono">
                      <Reading reading={row.readings[source]} onOpen={onOpen} />
                    </td>
                  ))}
                  <td className="px-5 py-2 text-right text-soft tabular-nums">
                    {row.confidence === null ? '–' : `${Math.round(row.confidence * 100)} %`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {document.mrz !== null && <MrzLines mrz={document.mrz} />}
      {document.files?.map((file) => (
        <FileMake key={file.mediaId} file={file} />
      ))}
    </div>
  );
}

function Reading({ reading, onOpen }: { reading: FieldRow['readings'][Source]; onOpen: (mediaId: string) => void }) {
  if (reading === undefined) return <span className="text-faint">–</span>;
  return (
    <PlacedValue place={reading.place} onOpen={onOpen}>
      {reading.value}
    </PlacedValue>
  );
}

/** How a PDF was made: the reviewer knows what its issuer's files look like. */
function FileMake({ file }: { file: NonNullable<Schemas['DocumentResult']['files']>[number] }) {
  const facts = [
    ['Written by', file.producer],
    ['Program', file.creator],
    ['Made at', file.createdAt?.slice(0, 16).replace('T', ' ') ?? null],
    ['Changed at', file.changedAt?.slice(0, 16).replace('T', ' ') ?? null],
    ['Pages', `${file.pageCount}, ${file.textPages} of them with text`],
    ['Fonts', file.fonts.length === 0 ? null : file.fonts.join(', ')],
    ['Saved', file.revisions === 1 ? 'once' : `${file.revisions} times`],
    ['Signatures', signatureText(file)],
  ] as const;
  return (
    <div className="border-t border-line px-5 py-4 text-[13px]">
      <p className="mb-2 font-medium">PDF metadata</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-faint">{name}</dt>
            <dd className="min-w-0 break-words">
              <LongText text={value ?? '–'} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function MrzLines({ mrz }: { mrz: Schemas['Mrz'] }) {
  const wrong = mrz.checkDigits.filter(({ valid }) => !valid);
  return (
    <div className="border-t border-line px-5 py-4">
      <p className="mb-2 flex flex-wrap items-center gap-2 text-[13px] text-faint">
        {mrz.format}
        <Badge tone={wrong.length === 0 ? 'good' : 'bad'}>
          {wrong.length === 0
            ? 'All check digits right'
            : `Check digit wrong: ${wrong.map(({ name }) => words(name)).join(', ')}`}
        </Badge>
        {mrz.readersAgree !== null && (
          <Badge tone={mrz.readersAgree ? 'good' : 'warn'}>
            {mrz.readersAgree ? 'Both readings agree' : 'The readings disagree'}
          </Badge>
        )}
      </p>
      <pre
        role="region"
        aria-label="Lines of the machine-readable zone"
        tabIndex={0}
        className="overflow-x-auto rounded-lg bg-sunken p-3 font-mono text-[13px] leading-6 tracking-wider"
      >
        {mrz.lines.join('\n')}
      </pre>
    </div>
  );
}

function fieldRows(step: DocumentStep, fields: NonNullable<DocumentStep['document']>['fields']): FieldRow[] {
  const doubtful = new Set<string>();
  const comparisons = new Map<
    string,
    { agrees: boolean; readings: readonly { source: Source; value: string; place?: FieldPlace }[] }
  >();
  for (const check of step.checks) {
    if (check.id === 'document-reading') for (const name of check.data?.doubtfulFields ?? []) doubtful.add(name);
    if (check.id === 'cross-check')
      for (const compared of check.data?.comparisons ?? []) comparisons.set(compared.field, compared);
  }
  const names = [...new Set([...Object.keys(fields), ...comparisons.keys()])];
  return names.map((name) => {
    const field = (fields as Partial<Record<string, Schemas['DocumentField']>>)[name]; // Keys of a partial record.
    const compared = comparisons.get(name);
    const readings: FieldRow['readings'] = {};
    for (const { source, value, place = null } of compared?.readings ?? []) readings[source] ??= { value, place };
    if (field !== undefined) {
      const normalised = field.normalisedValue ?? field.value;
      const { value, place } = (readings[field.source] ??= { value: normalised, place: field.place ?? null });
      // Six digits of a machine-readable zone are not a date to a reader: their century was derived.
      if (field.source === 'mrz' && /^\d{6}$/.test(value) && name.startsWith('dateOf'))
        readings.mrz = { value: normalised, place };
    }
    return {
      name,
      readings,
      disagrees: compared?.agrees === false,
      doubtful: doubtful.has(name),
      confidence: field?.confidence ?? null,
    };
  });
}
