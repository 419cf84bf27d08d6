import { judgeLife, type Life } from '../../../src/domain/faces/judge-life.ts';
import type { AntiSpoofingPanel, SpoofReading } from '../../../src/domain/ports/faces/face-analyser.ts';
import { rate, type ResultTable } from '../section.ts';
import type { ReadFace } from './report-matching.ts';

interface Judged {
  kind: string;
  life: Life;
  /** Null for the verdict of all models together. */
  reading: SpoofReading | null;
}

/**
 * APCER by kind of attack and BPCER (ISO/IEC 30107-3), each strictly (passed as alive; called an attack) and with the band between
 * the limits: of each model alone, and of all together.
 */
export function tabulateSpoofing(faces: readonly ReadFace[], panel: AntiSpoofingPanel): ResultTable[] {
  const title = 'Anti-spoofing by kind of presentation';
  if (panel.missing.length > 0) {
    return [{ title, columns: ['not measured'], rows: panel.missing.map((name) => [`${name} is missing`]) }];
  }
  const judged = faces.flatMap(({ picture: { presentation: kind }, spoof }): Judged[] => {
    if (kind === null || spoof === null) return [];
    const { life, readings } = judgeLife(spoof, { rule: panel.rule, threshold: null });
    return [{ kind, life, reading: null }, ...readings.map((reading) => ({ kind, life: reading.life, reading }))];
  });
  const kinds = [...new Set(judged.map(({ kind }) => kind))];
  const names = [null, ...panel.models.map(({ name }) => name)];
  return [
    {
      title,
      columns: ['presentation', 'model', 'passed as alive', 'to review', 'called an attack', 'scores from … to'],
      rows: kinds.flatMap((kind) =>
        names.map((name) => [
          kind === 'live' ? 'live (BPCER is the rest)' : `${kind} (APCER is the first rate)`,
          name ?? `both, rule ${panel.rule}`,
          ...tellRates(judged.filter((one) => one.kind === kind && (one.reading?.model.name ?? null) === name)),
        ]),
      ),
    },
  ];
}

function tellRates(judged: readonly Judged[]): string[] {
  const share = (life: Life) => rate(judged.filter((one) => one.life === life).length, judged.length);
  const scores = judged.flatMap(({ reading }) => reading?.score ?? []);
  const range = scores.length === 0 ? '' : `${Math.min(...scores).toFixed(1)} … ${Math.max(...scores).toFixed(1)}`;
  return [share('live'), share('doubtful'), share('spoof'), range];
}
