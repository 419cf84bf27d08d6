import type { ReactNode } from 'react';
import { words } from '../app/words.ts';
import { Plot, secondsText } from './plot.tsx';

interface Prompt {
  action: string;
  atMs: number;
  followedAtMs: number | null;
}

/** How something turned over time, when each prompt was sent, and when the person followed it. */
export function TurnPlot({
  title,
  upright,
  toMs,
  curve,
  prompts,
  cutsAtMs = [],
  children,
}: {
  title: string;
  /** What the second line shows. */
  upright: string;
  toMs: number;
  curve: readonly { atMs: number; yawDegrees: number; pitchDegrees: number }[];
  prompts: readonly Prompt[];
  cutsAtMs?: readonly number[];
  /** Further items of the list below the plot. */
  children?: ReactNode;
}) {
  const followedAtMs = prompts.flatMap((prompt) => prompt.followedAtMs ?? []);
  return (
    <Plot
      title={title}
      summary={`${prompts.length} prompts, ${followedAtMs.length} followed`}
      legend={[
        ['Left and right', 'bg-accent'],
        [upright, 'bg-warn'],
      ]}
      span={{ fromMs: 0, toMs }}
      reach={45}
      lines={[
        { className: 'text-accent', points: curve.map(({ atMs, yawDegrees }) => [atMs, yawDegrees]) },
        { className: 'text-warn', points: curve.map(({ atMs, pitchDegrees }) => [atMs, pitchDegrees]) },
      ]}
      marks={[
        ...prompts.map(({ atMs }) => ({ atMs, className: 'text-faint', dashed: true })),
        ...followedAtMs.map((atMs) => ({ atMs, className: 'text-good', dashed: false })),
        ...cutsAtMs.map((atMs) => ({ atMs, className: 'text-bad', dashed: false })),
      ]}
    >
      <ul className="mt-2 space-y-0.5 text-[13px] text-soft">
        {prompts.map((prompt) => (
          <li key={prompt.atMs}>
            {words(prompt.action)}: asked at {secondsText(prompt.atMs)},{' '}
            {prompt.followedAtMs === null ? 'not followed' : `followed at ${secondsText(prompt.followedAtMs)}`}
          </li>
        ))}
        {children}
      </ul>
    </Plot>
  );
}
