import { z } from 'zod';
import { reasonCodes, reasonTable } from '../domain/reason-codes.ts';

/** The part of an identity's record that the summary shows. */
const recordSchema = z.object({
  status: z.string(),
  latestVerification: z
    .object({
      steps: z.array(
        z.object({
          document: z
            .object({
              type: z.string().nullable(),
              subtype: z.string().nullable(),
              country: z.string().nullable(),
              fields: z.record(
                z.string(),
                z.object({
                  value: z.string(),
                  normalisedValue: z.string().optional(),
                  source: z.string(),
                  confidence: z.number().nullable(),
                }),
              ),
            })
            .nullish(),
          checks: z.array(z.object({ id: z.string(), outcome: z.string(), code: z.string().nullable() })),
        }),
      ),
    })
    .nullable(),
});

/** What was read and what was found, as lines for a terminal. */
export function summariseIdentity(identity: unknown): string[] {
  const { status, latestVerification } = recordSchema.parse(identity);
  const steps = latestVerification?.steps ?? [];
  const document = steps.find((step) => step.document != null)?.document;
  const checks = steps.flatMap((step) => step.checks);
  const recognised = [document?.type, document?.country, document?.subtype].filter((part) => part != null).join(', ');
  const fields = Object.entries(document?.fields ?? {}).map(
    ([name, { value, normalisedValue, source, confidence }]) => [
      name,
      normalisedValue === undefined || normalisedValue === value ? value : `${value}  (${normalisedValue})`,
      source,
      confidence === null ? '' : `${Math.round(confidence * 100)} %`,
    ],
  );
  const read = [
    `Recognised as: ${recognised || 'nothing that is known'}`,
    '',
    ...alignColumns([['FIELD', 'VALUE', 'SOURCE', 'SURE'], ...fields]),
    '',
  ];
  return [
    ...(document === undefined ? [] : read),
    ...alignColumns([
      ['CHECK', 'OUTCOME', ''],
      ...checks.map(({ id, outcome, code }) => [id, outcome, code === null ? '' : `${textOf(code)} (${code})`]),
    ]),
    '',
    `Verdict: ${status}`,
  ];
}

function textOf(code: string): string {
  const known = reasonCodes.find((candidate) => candidate === code);
  return known === undefined ? 'Not known to this version.' : reasonTable[known].text;
}

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
