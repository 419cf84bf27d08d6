import { loadEmbeddedSettings } from '../../config.ts';
import { examine, exitCodeOf } from '../doctor/examine.ts';
import { looks } from '../doctor/looks/index.ts';
import type { Severity } from '../doctor/look.ts';
import { openSurroundings } from '../doctor/surroundings.ts';
import type { AdminCommand } from './admin-command.ts';

const words: Readonly<Record<Severity, string>> = { fault: 'FAULT ', risk: 'RISK  ', advice: 'ADVICE' };

export const doctorCommand: AdminCommand = {
  usage: 'doctor [--json]',
  takes: { flags: ['json'] },
  onlyLooks: true,
  does: 'checks the running installation and names what is broken, risky or missing, each with the next step; exits with 1 if something is broken or risky, with 2 if it could not check everything',
  async run(container, args, say) {
    const { dir, missing } = loadEmbeddedSettings();
    const place = openSurroundings(container, missing.length > 0 ? dir : null);
    try {
      await container.settle();
      const examination = await examine(place, looks);
      const { findings, notLooked, sound } = examination;
      if (args.includes('--json')) {
        say(JSON.stringify({ findings, notLooked, sound }, null, 2));
        return exitCodeOf(examination);
      }
      for (const { severity, code, says, next } of findings) {
        say(`${words[severity]}  ${says}  [${code}]`);
        say(`        ${next}`);
      }
      for (const { about, why } of notLooked) say(`NOT CHECKED  ${about}: ${why}.`);
      say(`${findings.length} findings; ${notLooked.length} checks could not be made, ${sound} found nothing.`);
      return exitCodeOf(examination);
    } finally {
      await place.close();
    }
  },
};
