import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MatchCalibration } from '../../../src/domain/faces/match-calibration.ts';
import type { FaceAnalyser } from '../../../src/domain/ports/faces/face-analyser.ts';
import type { AccuracyReport } from '../section.ts';
import { UsageFault } from '../section.ts';
import { safeLimit, type PersonFace } from './match-trial.ts';
import { readPeople } from './person-folders.ts';
import { readReferences, type ReferenceOptions } from './references.ts';
import { calibrationOf, tabulatePeople, trialsOf } from './report-people.ts';

export interface PeopleOptions {
  set: string;
  groups?: string | undefined;
  name?: string | undefined;
  /** The file for the calibration. */
  calibration?: string | undefined;
  /** What the faces are compared with; null: with each other. */
  reference: ReferenceOptions | null;
}

/** The highest rate of false matches that results may claim. */
const mostFalseMatches = 0.01;

/**
 * Measures how well the embedding distinguishes the people of a folder.
 * @throws UsageFault
 */
export async function measurePeople(
  { set, groups, name = path.basename(path.resolve(set)), calibration, reference }: PeopleOptions,
  tools: { analyser: FaceAnalyser; limits: MatchCalibration; say: (line: string) => void },
): Promise<AccuracyReport> {
  const { analyser, limits, say } = tools;
  const faces: PersonFace[] = [];
  let unread = 0;
  for await (const { jpeg, ...about } of readPeople(set, groups)) {
    const template = (await analyser.analyse(jpeg, { template: true })).faces[0]?.template ?? null;
    if (template === null) unread += 1;
    else faces.push({ ...about, template });
    if ((faces.length + unread) % 50 === 0) say(`${faces.length + unread} pictures`);
  }
  const people = new Set(faces.map(({ person }) => person)).size;
  if (people < 2) throw new UsageFault(`${set} holds faces of ${people} people: at least two are needed.`);
  const read = reference === null ? null : await readReferences(set, reference, { analyser, say });
  const compared = { faces, references: read?.references ?? null };
  const safe = safeLimit(trialsOf(compared).overall, mostFalseMatches);
  if (calibration !== undefined) {
    const measured = calibrationOf(compared, limits, { name: `${limits.model.name} on ${name}`, set: name });
    writeFileSync(calibration, `${JSON.stringify(measured, null, 2)}\n`);
    say(`Written to ${calibration}: check its limits, then \`npm run admin -- calibrate ${calibration}\`.`);
  }
  return {
    title: `Faces of people: ${name}, ${limits.model.name}${reference === null ? '' : `, against ${reference.source}`}`,
    facts: [
      `${faces.length} pictures of ${people} people; ${unread} in which no face was found`,
      ...(read === null || reference === null
        ? []
        : [
            `${read.references.length} references of the kind \`${reference.source}\`, ${reference.dir === null ? 'pictures of the set printed on drawn passports, the pages photographed in seven drawn conditions' : 'of a folder'}; ${read.unread} more on which no face was found`,
          ]),
      `The upper 95 % bound of the FMR stays below 1 % up to a distance of ${safe ?? 'less than 0.1'}`,
      'Pairs of one person in one sitting are not compared. The bounds come from drawing people again, not pairs; where there is no error, the upper bound is three divided by the number of pairs of people',
      `Judged by ${limits.name}: one person up to ${limits.same}, two from ${limits.different ?? 'nowhere: everything beyond goes to review'}`,
      `Model: ${limits.model.name} ${limits.model.sha256.slice(0, 12)}`,
    ],
    tables: tabulatePeople(compared, limits),
    complete: true,
  };
}
