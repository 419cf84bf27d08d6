import { getSessionRoute } from '../../../contract/routes/sdk.ts';
import { isLanguage } from '../../../domain/language.ts';
import type { createReadSession } from '../../../services/sessions/read-session.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindGetSession(readSession: ReturnType<typeof createReadSession>) {
  return bindRoute(getSessionRoute, async ({ caller }) => {
    const state = await readSession(caller);
    return respond(200, {
      ...state,
      language: isLanguage(state.language) ? state.language : 'en',
      expiresAt: state.expiresAt.toISOString(),
      serverTime: state.serverTime.toISOString(),
    });
  });
}
