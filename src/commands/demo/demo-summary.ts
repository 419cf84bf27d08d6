import { z } from 'zod';
import { reasonCodes, reasonTable } from '../../domain/faults/reason-codes.ts';

/** The part of an identity's record that the summary shows. */
const recordSchema = z.object({
  status: z.string(),
  latestVerification: z
    .object({
      steps: z.array(
        z.object({
          id: z.string(),
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
      decision: z
        .object({ engine: z.object({ models: z.array(z.object({ name: z.string(), sha256: z.string() })) }) })
        .nullable(),
    })
    .nullable(),
});

/** Why the demo's own recordings end in review, for people who wonder. */
const demoReasons: Readonly<Record<string, string>> = {
  'active_liveness.doubtful':
    'The demo makes its video from one photograph, so the anti-spoofing model is right to flag it.',
  'voice_liveness.no_speech_engine':
    'The digits are understood once SPEECH_URL or WHISPER_COMMAND is set (.env.example); until then a reviewer has to listen.',
  'check.model_missing': 'A model is not installed: npm run models downloads it, and /health/ready names it.',
};

/** The values and findings, as lines for a terminal. */
export function summariseIdentity(identity: unknown): string[] {
  const { status, latestVerification } = recordSchema.parse(identity);
  const steps = latestVerification?.steps ?? [];
  const document = steps.find((step) => step.document != null)?.document;
  const checks = steps.flatMap(({ id: stepId, checks: made }) => made.map((check) => ({ ...check, stepId })));
  const why = Object.entries(demoReasons).filter(([code]) => checks.some((check) => check.code === code));
  const models = latestVerification?.decision?.engine.models ?? [];
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
      ['STEP', 'CHECK', 'OUTCOME', ''],
      ...checks.map(({ stepId, id, outcome, code }) => [
        stepId,
        id,
        outcome,
        code === null ? '' : `${textOf(code)} (${code})`,
      ]),
    ]),
    '',
    ...why.map(([code, reason]) => `${code}: ${reason}`),
    ...(models.length === 0
      ? []
      : [`Models: ${models.map(({ name, sha256 }) => `${name} ${sha256.slice(0, 12)}`).join(', ')}`]),
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
