import type { History } from '../domain/ports/history.ts';
import type { Repositories } from '../domain/repositories/repositories.ts';
import type { StepOutcome } from '../domain/step-run.ts';
import type { Place } from '../domain/traits.ts';
import type { Verification } from '../domain/verification.ts';

/** Earlier verifications that are searched for a place, the newest first. */
const lookedAt = 5;

/** What a verification's conclusions may ask about others, on the deciding transaction. */
export function createHistory(tx: Repositories, { id, clientId, identityId }: Verification): History {
  return {
    async findLastPlace() {
      const earlier = (await tx.verifications.listOfIdentity(identityId, lookedAt + 1)).filter(
        (other) => other.id !== id,
      );
      for (const verification of earlier) {
        const run = (await tx.stepRuns.list(verification.id)).find(({ outcome }) => placeOf(outcome) !== undefined);
        const place = placeOf(run?.outcome ?? null);
        if (place !== undefined && run?.finishedAt != null) return { place, at: run.finishedAt };
      }
      return null;
    },

    listIdentitiesWith: (trait, value, limit) =>
      tx.blindIndexes.listOtherIdentities({ clientId, identityId }, { trait, value }, limit),
  };
}

/** The coordinates, or where the network was when there are none. */
function placeOf(outcome: StepOutcome | null): Place | undefined {
  return outcome?.traits.gpsPlace ?? outcome?.traits.networkPlace;
}
