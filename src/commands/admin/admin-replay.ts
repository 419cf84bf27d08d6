import { isId } from '../../domain/id.ts';
import { createReplayDecision } from '../../services/steps/replay-decision.ts';
import type { AdminCommand } from './admin-command.ts';

export const replayCommand: AdminCommand = {
  usage: 'replay <verificationId>',
  takes: { words: 1 },
  does: 'computes the decision again from the stored results; it must give the same verdict',
  async run(container, [verificationId = ''], say) {
    if (!isId('verification', verificationId)) {
      say('Name a verification: npm run admin -- replay ver_…');
      return 1;
    }
    const replay = await createReplayDecision(container)(verificationId);
    if (replay === null) {
      say('This verification has no verdict to replay.');
      return 1;
    }
    for (const { stepId, checkId, stored, replayed } of replay.differences) {
      say(`  ${stepId} ${checkId}: stored ${stored}, replayed ${replayed}`);
    }
    const same = replay.stored === replay.replayed;
    say(
      same ? `Same verdict: ${replay.stored}` : `Another verdict: stored ${replay.stored}, replayed ${replay.replayed}`,
    );
    return same ? 0 : 1;
  },
};
