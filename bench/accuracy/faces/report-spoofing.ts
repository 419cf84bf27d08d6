import type { SpoofCalibration } from '../../../src/domain/face-calibration.ts';
import { rate, type ResultTable } from '../section.ts';
import type { ReadFace } from './report-matching.ts';

/**
 * APCER by kind of attack and BPCER (ISO/IEC 30107-3), each strictly (passed as alive; called an attack) and with the band between
 * the thresholds, which goes to review.
 */
export function tabulateSpoofing(faces: readonly ReadFace[], calibration: SpoofCalibration | null): ResultTable[] {
  const title = 'Anti-spoofing by kind of presentation';
  if (calibration === null)
    return [{ title, columns: ['not measured'], rows: [['the anti-spoofing model is not there']] }];
  const kinds = [...new Set(faces.flatMap(({ picture }) => picture.presentation ?? []))];
  return [
    {
      title,
      columns: ['presentation', 'passed as alive', 'to review', 'called an attack', 'scores from … to'],
      rows: kinds.map((kind) => {
        const scores = faces.flatMap(({ picture, spoofScore }) =>
          picture.presentation === kind && spoofScore !== null ? [spoofScore] : [],
        );
        const alive = scores.filter((score) => score >= calibration.live).length;
        const attack = scores.filter((score) => score < calibration.spoof).length;
        return [
          kind === 'live' ? 'live (BPCER is the rest)' : `${kind} (APCER is the first rate)`,
          rate(alive, scores.length),
          rate(scores.length - alive - attack, scores.length),
          rate(attack, scores.length),
          `${Math.min(...scores).toFixed(1)} … ${Math.max(...scores).toFixed(1)}`,
        ];
      }),
    },
  ];
}
