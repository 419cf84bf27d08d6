/**
 * `npm run test:chaos -- [--minutes 12] [--seed 7] [--scenario NAME] [--abreast 6] [--rate 60]
 * [--workers message,quality] [--each 2]`: real processes, people who come and go, and
 * faults that a seed draws. Ends with a line for each violation, and with 1 when there is one.
 */
import { parseArgs } from 'node:util';
import { workerGroups, type WorkerGroup } from '../../src/embedded/worker-groups.ts';
import { runChaos } from './run-chaos.ts';
import type { Scenario } from './scenario.ts';
import { isScenario, scenarios } from './scenarios.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '12' },
    seed: { type: 'string', default: '7' },
    abreast: { type: 'string', default: '6' },
    rate: { type: 'string', default: '60' },
    scenario: { type: 'string', default: 'mixed' },
    workers: { type: 'string' },
    each: { type: 'string', default: '2' },
  },
});
const options = {
  minutes: Number(values.minutes),
  seed: Number(values.seed),
  abreast: Number(values.abreast),
  rate: Number(values.rate),
  each: Number(values.each),
};
const groups = Object.keys(workerGroups) as WorkerGroup[];
const workers = values.workers?.split(',').map((asked) => groups.find((group) => group === asked));
const say = (line: string) => process.stdout.write(`${line}\n`);
const known = workers?.filter((group) => group !== undefined);
if (
  !isScenario(values.scenario) ||
  known?.length !== workers?.length ||
  Object.values(options).some((value) => !(value > 0))
) {
  say('npm run test:chaos -- [--minutes 12] [--seed 7] [--abreast 6] [--scenario NAME] [--each 2]');
  say(`  [--workers ${groups.join(',')}]`);
  for (const [name, { does }] of Object.entries(scenarios)) say(`  ${name.padEnd(16)} ${does}`);
  process.exit(2);
}
// A signal from outside must not leave the service's processes behind; they end with this one's `exit`.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const name = values.scenario;
const scenario: Scenario = scenarios[name];
const result = await runChaos({
  ...options,
  scenario: known === undefined ? scenario : { ...scenario, workers: known },
  say,
});
const repeat = `npm run test:chaos -- --scenario ${name} --minutes ${values.minutes} --seed ${values.seed} --abreast ${values.abreast} --rate ${values.rate} --each ${values.each}${values.workers === undefined ? '' : ` --workers ${values.workers}`}`;
say('');
for (const [what, count] of result.figures) say(`${what}: ${count}`);
for (const violation of result.violations) say(`VIOLATION ${violation}   (repeat: ${repeat})`);
say(`${result.violations.length} violations`);
process.exit(result.violations.length === 0 ? 0 : 1);
