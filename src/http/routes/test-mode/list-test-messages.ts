import { listTestMessagesRoute } from '../../../contract/routes/test-mode.ts';
import type { createListTestMessages } from '../../../services/test-mode/list-test-messages.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindListTestMessages(listTestMessages: ReturnType<typeof createListTestMessages>) {
  return bindRoute(listTestMessagesRoute, async ({ caller, input: { query } }) => {
    const { data, nextCursor } = await listTestMessages(caller, query);
    return respond(200, { data: data.map((message) => ({ ...message, at: message.at.toISOString() })), nextCursor });
  });
}
