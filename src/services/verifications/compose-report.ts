import type { Check } from '../../domain/verifications/check.ts';
import type { Decision } from '../../domain/verifications/decision.ts';
import type { Identity } from '../../domain/verifications/identity.ts';
import type { Media } from '../../domain/media/media.ts';
import type { Report, ReportRow, ReportSection } from '../../domain/ports/report-writer.ts';
import { speaksForIdentity, whySilent } from '../../domain/verifications/reverification.ts';
import { reasonTable } from '../../domain/faults/reason-codes.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { StartedBy, Verification } from '../../domain/verifications/verification.ts';
import { mergeFacts } from './merge-facts.ts';
import type { Flow } from '../flows/load-flow.ts';

interface ReportedVerification {
  verification: Verification;
  testMode: boolean;
  decision: Decision;
  identity: Identity | null;
  flow: Flow;
  stepRuns: readonly StepRun[];
  media: readonly Media[];
  /** Opened files, by file id. */
  pictures: ReadonlyMap<string, Buffer>;
}

/** Longer evidence is truncated; the record has all of it. */
const longestValue = 400;

/** The contents of a report, in the order in which a reader asks. */
export function composeReport(reported: ReportedVerification): Report {
  const { verification, stepRuns } = reported;
  return {
    title: `Verification ${verification.id}`,
    sections: [
      section('Attempt', attemptRows(reported)),
      section('Verdict', verdictRows(reported.decision)),
      section('Reasons', reasonRows(reported.decision)),
      section('Identity', identityRows(reported)),
      ...stepRuns.map((run) => stepSection(run, reported)),
      section('Timeline', timelineRows(reported)),
    ],
  };
}

const section = (heading: string, rows: ReportRow[]): ReportSection => ({ heading, rows, pictures: [] });
const row = (label: string, value: string): ReportRow => ({ label, value });

const starterNames: Readonly<Record<StartedBy, string>> = {
  backend: 'the host’s server',
  device: 'a device, with the public ids',
  link: 'a device, by the public link',
};

function attemptRows({ verification, testMode, flow }: ReportedVerification): ReportRow[] {
  const { id, identityId, status, language, device, tags } = verification;
  const speaks = speaksForIdentity(verification);
  return [
    ...(testMode
      ? [row('Test mode', 'This client is in test mode: the report says nothing about a real person.')]
      : []),
    row('Verification', id),
    row('Identity', identityId),
    row('Status', status),
    row('Flow', `${flow.name}, version ${flow.version} (${flow.flowId})`),
    row('Language', language),
    row('Started by', starterNames[verification.startedBy]),
    row('Speaks for the identity', speaks ? 'yes' : `no: ${whySilent(verification).join(', ')}`),
    row('Device', device === null ? '' : [device.platform, device.model, device.osVersion].filter(Boolean).join(', ')),
    row('Network address', device?.networkAddress ?? ''),
    ...(tags.length > 0 ? [row('Tags', tags.join(', '))] : []),
  ];
}

function verdictRows({ automatic, manual, decidedAt, engine, policyVersion }: Decision): ReportRow[] {
  const models = engine.models.map(({ name, sha256 }) => `${name} (${sha256.slice(0, 12)})`);
  return [
    row('Automatic', `${automatic}, ${decidedAt}`),
    ...(manual === null
      ? [row('By a person', 'none')]
      : [
          row('By a person', `${manual.status}, ${manual.decidedAt}, ${manual.decidedBy ?? ''}`),
          row('Reason', manual.reason),
          row('Notes', manual.notes ?? ''),
        ]),
    row('Engine', `${engine.version}, policy ${policyVersion}`),
    ...(models.length > 0 ? [row('Models', models.join(', '))] : []),
  ];
}

function reasonRows({ reasons }: Decision): ReportRow[] {
  if (reasons.length === 0) return [row('None', 'Every check passed.')];
  return reasons.map(({ stepId, checkId, outcome, code, action }) =>
    row(code, `${reasonTable[code].text} (${stepId}, ${checkId}: ${outcome}, ${action})`),
  );
}

function identityRows({ verification, identity, stepRuns }: ReportedVerification): ReportRow[] {
  const rows = Object.entries(mergeFacts({}, stepRuns, { ...verification, encryptionConfigurationId: null })).map(
    ([name, { value, source }]) => row(name, `${value} (${source})`),
  );
  return [
    row('Status of the identity', identity?.status ?? ''),
    ...(rows.length > 0 ? rows : [row('Values', 'This attempt has none.')]),
  ];
}

function stepSection(run: StepRun, { media, pictures }: ReportedVerification): ReportSection {
  const files = media.filter(({ stepRunId, attempt }) => stepRunId === run.id && attempt === run.attempt);
  const { record = null, checks = [] } = run.outcome ?? {};
  return {
    heading: `Step ${run.stepId} (${run.type})`,
    rows: [
      row(
        'State',
        `${run.status}, attempt ${run.attempt}, given by ${run.origin === 'server' ? 'the host’s server' : 'the device'}`,
      ),
      ...flatten(record).map(({ path, value }) => row(path, value)),
      ...checks.map(checkRow),
      ...files
        .filter(({ id }) => !pictures.has(id))
        .map(({ kind, id, contentType }) => row(kind, `${id}, ${contentType}`)),
    ],
    pictures: files.flatMap(({ id, kind }) => {
      const jpeg = pictures.get(id);
      return jpeg === undefined ? [] : [{ caption: `${kind} ${id}`, jpeg }];
    }),
  };
}

function checkRow({ id, outcome, code, data, durationMs, attempt, verificationId }: Check): ReportRow {
  const evidence = flatten(data).map(({ path, value }) => `${path}: ${value}`);
  const reason = code === null ? '' : `, ${code}: ${reasonTable[code].text}`;
  return row(
    attempt === undefined
      ? id
      : `${id}, attempt ${attempt}${verificationId === undefined ? '' : ` of ${verificationId}`}`,
    cut([`${outcome}${reason} (${durationMs} ms)`, ...evidence].join('; ')),
  );
}

function timelineRows({ verification, decision, stepRuns }: ReportedVerification): ReportRow[] {
  const moments = [
    { at: verification.createdAt, what: 'started' },
    ...stepRuns.map(({ finishedAt, stepId, status }) => ({ at: finishedAt, what: `step ${stepId} ${status}` })),
    { at: verification.inputsCompletedAt, what: 'all inputs in' },
    { at: verification.finishedAt, what: 'verdict' },
    { at: decision.manual && new Date(decision.manual.decidedAt), what: 'reviewed' },
  ];
  return moments
    .flatMap(({ at, what }) => (at === null ? [] : [{ at, what }]))
    .sort((left, right) => left.at.getTime() - right.at.getTime())
    .map(({ at, what }) => row(at.toISOString(), what));
}

/** Every scalar value of a record with its path; nulls are omitted. */
function flatten(value: unknown, path = ''): { path: string; value: string }[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object')
    return [{ path, value: cut(typeof value === 'string' ? value : JSON.stringify(value)) }];
  if (Array.isArray(value) && value.every((member) => typeof member !== 'object')) {
    return value.length === 0 ? [] : [{ path, value: cut(value.join(', ')) }];
  }
  return Object.entries(value).flatMap(([key, member]) => flatten(member, path === '' ? key : `${path}.${key}`));
}

function cut(text: string): string {
  return text.length <= longestValue ? text : `${text.slice(0, longestValue)} …`;
}
