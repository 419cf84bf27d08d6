import { createHandOverRoute } from '../../../contract/routes/sdk-hand-over.ts';
import type { CreatedHandOver, createCreateHandOver } from '../../../services/hand-over/create-hand-over.ts';
import { bindRoute, respond } from '../../bound-route.ts';
import { publicUrlOf } from '../../public-url.ts';
import { qrCodeSvg } from '../../qr-code.ts';

export function bindCreateHandOver(
  createHandOver: ReturnType<typeof createCreateHandOver>,
  { publicUrl }: { publicUrl: string | null },
) {
  return bindRoute(createHandOverRoute, async ({ caller, raw, effect }) => {
    const answerOf = ({ handOverToken, expiresAt }: CreatedHandOver) => {
      const url = publicUrlOf(publicUrl, raw, '/verify/continue');
      // Behind the `#`, which no browser sends and no server logs.
      url.hash = new URLSearchParams({ handOverToken }).toString();
      return respond(201, { url: url.href, qrCodeSvg: qrCodeSvg(url.href), expiresAt: expiresAt.toISOString() });
    };
    return answerOf(await createHandOver(caller, effect.answering(answerOf)));
  });
}
