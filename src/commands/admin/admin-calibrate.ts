import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readModelCatalogue } from '../../adapters/model-catalogue.ts';
import type { MatchCalibration } from '../../domain/faces/match-calibration.ts';
import { matchCalibrationSchema } from '../../steps/match-calibration-schema.ts';
import type { AdminCommand } from './admin-command.ts';

/** A limit that accepts more pairs of two people as one person is loaded, with a warning. */
const mostFalseMatches = 0.01;

export const calibrateCommand: AdminCommand = {
  usage: 'calibrate FILE | --list | --remove',
  takes: { words: 1, flags: ['list', 'remove'] },
  does: 'uses your own limits and error rates for faces (`npm run accuracy -- faces --set DIR --calibration FILE`)',
  async run({ db, config }, [file = '--list'], say) {
    if (file === '--remove') {
      await db.matchCalibrations.removeAll();
      say('The built-in calibrations are in use again.');
      return 0;
    }
    if (file !== '--list') {
      const calibration = readCalibration(file, config.models.dir ?? undefined, say);
      if (calibration === null) return 1;
      await db.matchCalibrations.put(calibration);
      say('It applies from the next verdict.');
    }
    const loaded = await db.matchCalibrations.list();
    for (const calibration of loaded) say(describe(calibration));
    if (loaded.length === 0) say('You have none: the built-in calibrations are in use.');
    return 0;
  },
};

/** Null for a file that cannot be used; the reason is printed. */
function readCalibration(
  file: string,
  modelsDir: string | undefined,
  say: (line: string) => void,
): MatchCalibration | null {
  const parsed = matchCalibrationSchema.safeParse(readJson(file));
  if (!parsed.success) {
    say(`${file} is not a calibration:\n${z.prettifyError(parsed.error)}`);
    return null;
  }
  const { data } = parsed;
  const isKnown = readModelCatalogue({ modelsDir }).entries.some(
    ({ job, sha256 }) => job === 'face-embedding' && sha256 === data.model.sha256,
  );
  if (!isKnown) {
    say(`No model of the catalogue that describes faces has the hash ${data.model.sha256}.`);
    return null;
  }
  const worst = data.measured?.worstGroup ?? data.measured;
  if (worst == null) say('Warning: it contains no error rates, so results will show none.');
  else if (worst.falseMatchRate > mostFalseMatches) {
    say(`Warning: in its worst group, it matches ${percent(worst.falseMatchRate)} of the pairs of different people.`);
  }
  return data;
}

function readJson(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function describe({ name, model, reference, same, different, measured }: MatchCalibration): string {
  const limits = `one person up to ${same}, ${different === null ? 'never refused' : `two from ${different}`}`;
  const rates = measured === null ? 'no rates' : `FMR ${percent(measured.falseMatchRate)} on ${measured.set}`;
  return `${name}: ${model.name} against ${reference}, ${limits}, ${rates}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
