import type { FaceAnalyser } from '../../../src/domain/ports/faces/face-analyser.ts';
import type { RecordingDecoder } from '../../../src/domain/ports/faces/recording-decoder.ts';
import { readRecordingSet } from '../../recordings/recording-set.ts';
import type { AccuracyReport } from '../section.ts';
import { judgeRecording } from './judge-video.ts';
import { reportRecordings, resultOf, type JudgedRecording } from './report-recordings.ts';

/** Judges each recording of a folder that `npm run record-liveness` made, as the service would today. */
export async function measureRecordings(
  dir: string,
  { analyser, recordings, say }: { analyser: FaceAnalyser; recordings: RecordingDecoder; say: (line: string) => void },
): Promise<AccuracyReport> {
  const set = readRecordingSet(dir);
  const judge = judgeRecording(analyser, recordings);
  const judged: JudgedRecording[] = [];
  for (const recording of set.recordings) {
    const result = resultOf(await judge(dir, recording));
    judged.push({ recording, ...result });
    say(`${recording.id}, ${recording.presentation}: ${[result.result, ...result.codes].join(' ')}`);
  }
  const { models } = analyser.antiSpoofing;
  return reportRecordings(
    dir,
    set,
    judged,
    models.map(({ name, sha256 }) => `${name} ${sha256.slice(0, 12)}`),
  );
}
