import { listVerificationsRoute } from '../../../contract/routes/verifications.ts';
import type { createListVerifications } from '../../../services/verifications/list-verifications.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindListVerifications(listVerifications: ReturnType<typeof createListVerifications>) {
  return bindRoute(listVerificationsRoute, async ({ caller, input: { query } }) => {
    const { data, nextCursor } = await listVerifications(caller, query);
    return respond(200, {
      data: data.map(({ createdAt, inputsCompletedAt, finishedAt, ...verification }) => ({
        ...verification,
        createdAt: createdAt.toISOString(),
        inputsCompletedAt: inputsCompletedAt?.toISOString() ?? null,
        finishedAt: finishedAt?.toISOString() ?? null,
      })),
      nextCursor,
    });
  });
}
