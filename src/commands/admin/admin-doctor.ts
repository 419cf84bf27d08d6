import { loadEmbeddedSettings } from '../../embedded-settings.ts';
import { runChecks, exitCodeOf } from '../doctor/run-checks.ts';
import { doctorChecks } from '../doctor/checks/index.ts';
import type { Severity } from '../doctor/doctor-check.ts';
import { openCheckContext } from '../doctor/check-context.ts';
import type { AdminCommand } from './admin-command.ts';

const words: Readonly<Record<Severity, string>> = { fault: 'FAULT ', risk: 'RISK  ', advice: 'ADVICE' };

export const doctorCommand: AdminCommand = {
  usage: 'doctor [--json]',
  takes: { flags: ['json'] },
  unaudited: true,
  does: 'checks the running installation and names what is broken, risky or missing, each with the next step; exits with 1 if something is broken or risky, with 2 if it could not check everything',
  async run(container, args, say, { stopped } = { stopped: false }) {
    const { dir, missing } = loadEmbeddedSettings();
    const context = openCheckContext(container, missing.length > 0 ? dir : null, stopped);
    try {
      await container.settle();
      const report = await runChecks(context, doctorChecks);
      const { findings, notChecked, sound } = report;
      if (args.includes('--json')) {
        say(JSON.stringify({ findings, notChecked, sound }, null, 2));
        return exitCodeOf(report);
      }
      for (const { severity, code, says, next } of findings) {
        say(`${words[severity]}  ${says}  [${code}]`);
        say(`        ${next}`);
      }
      for (const { about, why } of notChecked) say(`NOT CHECKED  ${about}: ${why}.`);
      say(`${findings.length} findings; ${notChecked.length} checks could not be made, ${sound} found nothing.`);
      return exitCodeOf(report);
    } finally {
      await context.close();
    }
  },
};
