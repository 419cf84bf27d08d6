import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  reportRecordings,
  resultOf,
  type JudgedRecording,
} from '../../../bench/accuracy/liveness/report-recordings.ts';
import { renderReport } from '../../../bench/accuracy/results-file.ts';
import { consent } from '../../../bench/recordings/consent.ts';
import {
  holdsRecordings,
  openRecordingSet,
  readFilm,
  readRecordingSet,
  type LivenessRecording,
  type NewRecording,
} from '../../../bench/recordings/recording-set.ts';

const recorded: NewRecording = {
  person: 'p1',
  presentation: 'genuine',
  attackNote: null,
  device: 'phone',
  room: 'office',
  skinTone: 4,
  contentType: 'video/webm',
  recordedAt: '2026-11-26T08:00:00.000Z',
  config: { promptCount: 3, promptTimeoutMs: 4_000 },
  live: { receivedMs: 9_000, lightOffered: true, prompts: [], light: [], chunks: [{ bytes: 4, receivedMs: 8_000 }] },
  bytes: Buffer.from('film'),
};

describe('a set of recordings', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'verify-recordings-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));
  const open = () => openRecordingSet(dir, { material: 'people', consent });

  test('keeps films and their ground truth, readable only by its owner, and continues where it stopped', () => {
    open().add(recorded);
    const { id } = open().add({ ...recorded, presentation: 'print', attackNote: 'A4, laser' });
    expect(id).toBe('r0002');
    const { recordings } = readRecordingSet(dir);
    expect(recordings.map(({ presentation }) => presentation)).toEqual(['genuine', 'print']);
    expect(holdsRecordings(dir)).toBe(true);
    for (const recording of recordings) expect(readFilm(dir, recording).toString()).toBe('film');
    for (const file of ['truth.json', 'films/r0001.webm']) {
      expect(statSync(path.join(dir, file)).mode & 0o077).toBe(0);
    }
  });

  test('forgets all films of a person who withdraws the consent, and no others', () => {
    const set = open();
    set.add(recorded);
    set.add({ ...recorded, person: 'p2' });
    set.add({ ...recorded, presentation: 'screen', attackNote: null });
    expect(set.forget('p1')).toBe(2);
    expect(readdirSync(path.join(dir, 'films'))).toEqual(['r0002.webm']);
    expect(readRecordingSet(dir).recordings.map(({ person }) => person)).toEqual(['p2']);
    expect(readFileSync(path.join(dir, 'truth.json'), 'utf8')).not.toContain('p1');
  });

  test('refuses a film that was changed after it was recorded, and recordings under another consent or of other material', () => {
    const recording = open().add(recorded);
    writeFileSync(path.join(dir, recording.film), 'other');
    expect(() => readFilm(dir, recording)).toThrow('not the one that was recorded');
    expect(() => openRecordingSet(dir, { material: 'made-up', consent })).toThrow('holds recordings of people');
    const other = { version: '2', text: 'Something else.' };
    expect(() => openRecordingSet(dir, { material: 'people', consent: other })).toThrow('consent 1');
  });
});

describe('the report on recordings', () => {
  const of = (about: Partial<LivenessRecording>, result: JudgedRecording['result']): JudgedRecording => {
    const { bytes, ...rest } = recorded;
    const recording = { ...rest, id: 'r0001', film: 'films/r0001.webm', sha256: String(bytes.length), ...about };
    return { recording, result, codes: result === 'passed' ? [] : ['warning active_liveness.doubtful'], light: null };
  };
  const attack = { presentation: 'screen', attackNote: 'tablet' } as const;
  const judged = [
    of({}, 'passed'),
    of({ room: 'window', skinTone: 9 }, 'review'),
    of({ person: 'p2', skinTone: null }, 'refused'),
    of(attack, 'passed'),
    of(attack, 'refused'),
    of({ presentation: 'print' }, 'review'),
  ];
  const rowOf = (material: 'people' | 'made-up', name: string) => {
    const { tables } = reportRecordings('/sets/team', { material }, judged, ['model abc']);
    return tables.flatMap(({ rows }) => rows).find(([first]) => first === name);
  };

  test('counts everything that did not pass, review too, as BPCER, with people and bounds, by device, room and skin tone', () => {
    expect(rowOf('people', 'all')?.slice(0, 4)).toEqual([
      'all',
      '2',
      '66.7 % (of 3; 20.8–93.9)',
      '33.3 % (of 3; 6.1–79.2)',
    ]);
    expect(rowOf('people', 'device: phone')?.[2]).toContain('(of 3;');
    expect(rowOf('people', 'room: window')?.[2]).toContain('100.0 % (of 1;');
    expect(rowOf('people', 'skin: Monk 7–10')?.[2]).toContain('100.0 % (of 1;');
    expect(rowOf('people', 'skin: not said')?.[3]).toContain('100.0 % (of 1;');
  });

  test('counts attacks that passed as APCER, separately for each kind, and names the kinds that nobody recorded', () => {
    expect(rowOf('people', 'screen')?.[2]).toBe('50.0 % (of 2; 9.5–90.5)');
    expect(rowOf('people', 'screen: tablet')?.[2]).toContain('50.0 % (of 2;');
    expect(rowOf('people', 'print')?.[2]).toContain('0.0 % (of 1;');
    expect(rowOf('people', 'mask')?.[2]).toBe('–');
  });

  test('of drawn films says so in its heading and first line, and is not written to the results', () => {
    const drawn = reportRecordings('/sets/team', { material: 'made-up' }, judged, []);
    expect(drawn.complete).toBe(false);
    expect(renderReport(drawn)).toContain('## Active liveness, made-up recordings: team');
    expect(drawn.facts[0]).toContain('no people');
    expect(reportRecordings('/sets/team', { material: 'people' }, judged, []).complete).toBe(true);
  });

  test('does not count a check that could not be made, or a step without checks, as a pass', () => {
    const evaluationOf = (...outcomes: ('passed' | 'error' | 'failed' | 'warning')[]) => ({
      retakeCodes: [],
      outcome: {
        record: null,
        checks: outcomes.map((outcome) => ({ id: 'active-liveness', outcome, code: null, data: null, durationMs: 0 })),
        facts: {},
        traits: {},
        models: [],
      },
    });
    expect(resultOf(evaluationOf('passed', 'passed')).result).toBe('passed');
    expect(resultOf(evaluationOf('passed', 'error')).result).toBe('review');
    expect(resultOf(evaluationOf('warning', 'failed')).result).toBe('refused');
    expect(resultOf(evaluationOf()).result).toBe('review');
  });
});
