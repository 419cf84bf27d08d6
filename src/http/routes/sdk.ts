import {
  cancelSessionRoute,
  getSessionRoute,
  giveConsentRoute,
  reportEventsRoute,
  startSessionRoute,
} from '../../contract/routes/sdk.ts';
import { isLanguage } from '../../domain/language.ts';
import type { SessionUseCases } from '../../services/sessions/sessions.ts';
import { returnToOf } from '../../services/starts/admit-return.ts';
import type { StartedSession } from '../../services/starts/start-request.ts';
import type { createStartSession } from '../../services/starts/start-session.ts';
import type { createCancelVerification } from '../../services/verifications/end-verification.ts';
import { sessionResponseOf } from '../responses/session-response.ts';
import { bindHotRoute, bindRoute, respond, type BoundRoute } from '../bound-route.ts';
import { foreignOriginOf, isOwnPage } from '../public-url.ts';
import { deviceOf } from '../read-device.ts';

export interface SessionRouteUseCases extends SessionUseCases {
  startSession: ReturnType<typeof createStartSession>;
  cancelVerification: ReturnType<typeof createCancelVerification>;
}

/** A session from its start to its end. */
export function sessionRoutes(sessions: SessionRouteUseCases): BoundRoute[] {
  return [
    bindHotRoute(startSessionRoute, async ({ input: { body }, address, raw, effect }) => {
      const request = {
        clientId: body.clientId,
        flowId: body.flowId,
        metadata: body.metadata ?? {},
        clientToken: body.clientToken ?? null,
        startedBy: isOwnPage(raw) ? ('link' as const) : ('device' as const),
        returnTo: returnToOf(body),
        origin: foreignOriginOf(raw),
        device: deviceOf(body, { address, raw }),
      };
      const responseOf = (started: StartedSession) =>
        respond(201, sessionResponseOf(started, sessions.findCountry(address)));
      return responseOf(await sessions.startSession(request, effect.storing(responseOf)));
    }),

    bindHotRoute(getSessionRoute, async ({ caller }) => {
      const state = await sessions.readSession(caller);
      return respond(200, {
        ...state,
        language: isLanguage(state.language) ? state.language : 'en',
        expiresAt: state.expiresAt.toISOString(),
        serverTime: state.serverTime.toISOString(),
      });
    }),

    bindRoute(giveConsentRoute, async ({ caller, input: { body }, address }) => {
      await sessions.recordConsent(caller, {
        version: body.version,
        duplicateFaceVersion: body.duplicateFaceVersion,
        address,
      });
      return respond(204);
    }),

    bindRoute(reportEventsRoute, async ({ caller, input: { body }, address }) => {
      const events = body.events.map((event) => ({
        eventId: event.eventId.toLowerCase(),
        kind: event.kind,
        name: event.name,
        stepId: event.stepId ?? null,
        code: event.code ?? null,
        durationMs: event.durationMs ?? null,
        at: new Date(event.at),
      }));
      return respond(202, { accepted: await sessions.reportEvents(caller, events, address) });
    }),

    bindRoute(cancelSessionRoute, async ({ caller }) =>
      respond(200, { ...(await sessions.cancelVerification(caller)), status: 'cancelled' }),
    ),
  ];
}
