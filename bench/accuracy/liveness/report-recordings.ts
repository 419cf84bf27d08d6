import { basename } from 'node:path';
import type { StepEvaluation } from '../../../src/domain/verifications/evaluation.ts';
import { presentations, rooms, type LivenessRecording, type RecordingSet } from '../../recordings/recording-set.ts';
import { rate, rateWithBounds, type AccuracyReport, type ResultTable } from '../section.ts';

/** The result of one recording, by all checks of the step. */
export interface JudgedRecording {
  recording: LivenessRecording;
  result: 'passed' | 'review' | 'refused';
  /** The checks that did not pass, with their outcome. */
  codes: string[];
  /** How the face answered the light; null where none was shown. */
  light: string | null;
}

/** A step passes when each of its checks passed. A check that could not be made does not count as passed. */
export function resultOf({ outcome: { checks } }: StepEvaluation): Pick<JudgedRecording, 'result' | 'codes' | 'light'> {
  const outcomes = checks.map(({ outcome }) => outcome);
  const isPassed = outcomes.length > 0 && outcomes.every((outcome) => outcome === 'passed');
  const [main] = checks;
  const light = (main?.data as { light?: { answer: string } | null } | null | undefined)?.light; // The step's own data.
  return {
    result: isPassed ? 'passed' : outcomes.includes('failed') ? 'refused' : 'review',
    codes: checks.flatMap(({ outcome, code }) => (code === null ? [] : [`${outcome} ${code}`])),
    light: light?.answer ?? null,
  };
}

/** Rates of ISO/IEC 30107-3 on a recorded set: BPCER of genuine recordings, APCER of each kind of attack. */
export function reportRecordings(
  dir: string,
  set: Pick<RecordingSet, 'material'>,
  judged: readonly JudgedRecording[],
  models: readonly string[],
): AccuracyReport {
  const genuine = judged.filter(({ recording }) => recording.presentation === 'genuine');
  const attacks = judged.filter(({ recording }) => recording.presentation !== 'genuine');
  const isOfPeople = set.material === 'people';
  return {
    title: isOfPeople
      ? `Active liveness, recorded by people: ${basename(dir)}`
      : `Active liveness, made-up recordings: ${basename(dir)}`,
    facts: [
      ...(isOfPeople
        ? []
        : ['**Synthetic videos, no people**: the rates show that the measurement works, and nothing else']),
      `${genuine.length} genuine recordings of ${peopleIn(genuine)} people, ${attacks.length} attacks by ${peopleIn(attacks)} people`,
      'Each recording is one attempt. BPCER: genuine recordings that did not pass at the first attempt, of which those that were refused are shown separately. APCER: attacks that passed',
      'Bounds: Wilson’s interval for 95 % confidence, as if recordings were independent. Several recordings of one person are not, so the true interval is wider: look at the number of people',
      `Models: ${models.length === 0 ? 'none, so nothing can pass' : models.join(', ')}`,
    ],
    tables: [
      {
        title: 'Genuine recordings (BPCER)',
        columns: ['group', 'people', 'did not pass', 'refused', 'codes'],
        rows: [
          genuineRow('all', genuine),
          ...groupsBy(genuine, ({ device }) => `device: ${device}`).map(([name, held]) => genuineRow(name, held)),
          ...groupsBy(genuine, ({ room }) => `room: ${room}`, orderOfRooms).map(([name, held]) =>
            genuineRow(name, held),
          ),
          ...groupsBy(genuine, ({ skinTone }) => `skin: ${skinGroupOf(skinTone)}`).map(([name, held]) =>
            genuineRow(name, held),
          ),
        ],
      },
      {
        title: 'Attacks (APCER)',
        columns: ['attack', 'people', 'passed', 'refused', 'codes'],
        rows: presentations.flatMap((kind) => {
          const ofKind = attacks.filter(({ recording }) => recording.presentation === kind);
          if (kind === 'genuine') return [];
          return [
            attackRow(kind, ofKind),
            ...groupsBy(ofKind, ({ attackNote }) => `${kind}: ${attackNote ?? 'not described'}`).map(([name, held]) =>
              attackRow(name, held),
            ),
          ];
        }),
      },
      lightTable(judged),
    ],
    complete: isOfPeople,
  };
}

/** Groups of the Monk Skin Tone Scale. */
export function skinGroupOf(tone: number | null): string {
  if (tone === null) return 'not said';
  if (tone <= 3) return 'Monk 1–3';
  return tone <= 6 ? 'Monk 4–6' : 'Monk 7–10';
}

const orderOfRooms = (name: string) => rooms.findIndex((room) => name === `room: ${room}`);

function groupsBy(
  judged: readonly JudgedRecording[],
  nameOf: (recording: LivenessRecording) => string,
  order: (name: string) => number = () => 0,
): [string, JudgedRecording[]][] {
  const groups = new Map<string, JudgedRecording[]>();
  for (const one of judged) {
    const name = nameOf(one.recording);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups].sort(([a], [b]) => order(a) - order(b) || a.localeCompare(b, 'en', { numeric: true }));
}

const count = (judged: readonly JudgedRecording[], result: JudgedRecording['result']) =>
  judged.filter((one) => one.result === result).length;

function genuineRow(name: string, judged: readonly JudgedRecording[]): string[] {
  const notPassed = judged.length - count(judged, 'passed');
  const refused = rateWithBounds(count(judged, 'refused'), judged.length);
  return [name, String(peopleIn(judged)), rateWithBounds(notPassed, judged.length), refused, codesOf(judged)];
}

function attackRow(name: string, judged: readonly JudgedRecording[]): string[] {
  const passed = rateWithBounds(count(judged, 'passed'), judged.length);
  return [name, String(peopleIn(judged)), passed, rate(count(judged, 'refused'), judged.length), codesOf(judged)];
}

function lightTable(judged: readonly JudgedRecording[]): ResultTable {
  const lit = judged.filter(({ light }) => light !== null);
  const rows = presentations.flatMap((kind) =>
    groupsBy(
      lit.filter(({ recording }) => recording.presentation === kind),
      ({ room }) => `room: ${room}`,
      orderOfRooms,
    ).map(([name, held]) => [
      kind,
      name.slice('room: '.length),
      rateWithBounds(held.filter(({ light }) => light === 'answered').length, held.length),
      tally(held.flatMap(({ light }) => (light === null || light === 'answered' ? [] : [light]))),
    ]),
  );
  return { title: 'The light of the screen', columns: ['presentation', 'room', 'answered', 'other answers'], rows };
}

const peopleIn = (judged: readonly JudgedRecording[]) => new Set(judged.map(({ recording }) => recording.person)).size;

const codesOf = (judged: readonly JudgedRecording[]) => tally(judged.flatMap(({ codes }) => codes));

function tally(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([word, times]) => `${word} ${times}`)
    .join(', ');
}
