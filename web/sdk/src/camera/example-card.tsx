import type { JSX } from 'preact';
import { useSurroundings } from '../ui/flow-context.ts';

let shown = false;

/** True once for each load of the page: people need to see the example a single time. */
export function takeExample(): boolean {
  const first = !shown;
  shown = true;
  return first;
}

/** A good picture, and one that is cut off and has a reflection. */
export function ExampleCard(): JSX.Element {
  const { t } = useSurroundings();
  return (
    <ul class="examples">
      <li>
        <svg viewBox="0 0 96 64" aria-hidden="true">
          <Sketch />
        </svg>
        <span class="good">✓ {t('example.good')}</span>
      </li>
      <li>
        <svg viewBox="0 0 96 64" aria-hidden="true">
          <g transform="translate(26 12) rotate(6)">
            <Sketch />
          </g>
          <ellipse cx="62" cy="38" rx="20" ry="13" fill="#ffffff" />
        </svg>
        <span class="bad">✕ {t('example.bad')}</span>
      </li>
    </ul>
  );
}

const Sketch = () => (
  <>
    <rect x="10" y="8" width="76" height="48" rx="4" fill="#dfe6f5" />
    <rect x="17" y="17" width="20" height="26" rx="2" fill="#7f8fb5" />
    <path d="M44 20h34M44 28h26M44 36h30M17 50h61" stroke="#4a587a" stroke-width="3" stroke-linecap="round" />
  </>
);
