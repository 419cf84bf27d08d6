import {
  createHandOverRoute,
  openHandOverRoute,
  previewHandOverRoute,
  readHandOverProgressRoute,
  takeHandOverBackRoute,
} from '../../contract/routes/sdk-hand-over.ts';
import type { Device } from '../../domain/verifications/verification.ts';
import type { HandOverUseCases, CreatedHandOver } from '../../services/hand-over/hand-over.ts';
import type { createOpenHandOver } from '../../services/hand-over/open-hand-over.ts';
import type { StartedSession } from '../../services/starts/start-request.ts';
import { qrCodeSvg } from '../responses/qr-code.ts';
import { sessionResponseOf } from '../responses/session-response.ts';
import { bindRoute, respond, type BoundRoute } from '../bound-route.ts';
import { publicUrlOf, type PublicUrlSetting } from '../public-url.ts';
import { deviceOf } from '../read-device.ts';

export interface HandOverRouteUseCases extends HandOverUseCases {
  openHandOver: ReturnType<typeof createOpenHandOver>;
  takeBack: ReturnType<typeof createOpenHandOver>;
}

/** A session moves to another device, and the first device watches its progress. */
export function handOverRoutes(handOver: HandOverRouteUseCases, { publicUrl }: PublicUrlSetting): BoundRoute[] {
  return [
    bindRoute(createHandOverRoute, async ({ caller, raw, effect }) => {
      const responseOf = ({ handOverToken, expiresAt, watchToken }: CreatedHandOver) => {
        const url = publicUrlOf(publicUrl, raw, '/verify/continue');
        // After the `#`, which no browser sends and no server logs.
        url.hash = new URLSearchParams({ handOverToken }).toString();
        return respond(201, {
          url: url.href,
          qrCodeSvg: qrCodeSvg(url.href),
          expiresAt: expiresAt.toISOString(),
          watchToken,
        });
      };
      return responseOf(await handOver.createHandOver(caller, effect.storing(responseOf)));
    }),

    bindRoute(openHandOverRoute, async ({ input: { body }, address, raw, effect }) => {
      const responseOf = (started: StartedSession) =>
        respond(201, sessionResponseOf(started, handOver.findCountry(address)));
      const device = (before: Device) => deviceOf(body, { address, raw }, before);
      return responseOf(await handOver.openHandOver(body.handOverToken, device, effect.storing(responseOf)));
    }),

    bindRoute(takeHandOverBackRoute, async ({ input: { body }, address, raw, effect }) => {
      const responseOf = (started: StartedSession) =>
        respond(201, sessionResponseOf(started, handOver.findCountry(address)));
      const device = (before: Device) => deviceOf(body, { address, raw }, before);
      return responseOf(await handOver.takeBack(body.watchToken, device, effect.storing(responseOf)));
    }),

    bindRoute(readHandOverProgressRoute, async ({ caller }) => respond(200, await handOver.readProgress(caller))),

    bindRoute(previewHandOverRoute, async ({ input: { body } }) => {
      const { expiresAt, ...origin } = await handOver.previewHandOver(body.handOverToken);
      return respond(200, { ...origin, expiresAt: expiresAt.toISOString() });
    }),
  ];
}
