import { reportEventsRoute } from '../../../contract/routes/sdk.ts';
import type { createReportEvents } from '../../../services/sessions/report-events.ts';
import { bindRoute, respond } from '../../bound-route.ts';

export function bindReportEvents(reportEvents: ReturnType<typeof createReportEvents>) {
  return bindRoute(reportEventsRoute, async ({ caller, input: { body }, address }) => {
    const events = body.events.map((event) => ({
      eventId: event.eventId.toLowerCase(),
      kind: event.kind,
      name: event.name,
      stepId: event.stepId ?? null,
      code: event.code ?? null,
      durationMs: event.durationMs ?? null,
      at: new Date(event.at),
    }));
    return respond(202, { accepted: await reportEvents(caller, events, address) });
  });
}
