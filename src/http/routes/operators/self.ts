import {
  confirmTotpRoute,
  enrolTotpRoute,
  getSelfRoute,
  removeTotpRoute,
  updateSelfRoute,
} from '../../../contract/routes/operators.ts';
import type { createReadSelf } from '../../../services/operators/read-self.ts';
import type {
  createConfirmTotp,
  createEnrolTotp,
  createRemoveTotp,
  TotpEnrolment,
} from '../../../services/operators/totp.ts';
import type { createUpdateSelf } from '../../../services/operators/update-self.ts';
import { bindRoute, respond } from '../../bound-route.ts';
import { sessionTokenIn } from '../../operator-cookie.ts';
import { qrCodeSvg } from '../../qr-code.ts';
import { operatorRecordOf, signedInRecordOf } from './signed-in-answer.ts';

export function bindGetSelf(readSelf: ReturnType<typeof createReadSelf>) {
  return bindRoute(getSelfRoute, async ({ caller, raw }) =>
    respond(200, signedInRecordOf(await readSelf(caller), sessionTokenIn(raw) ?? '')),
  );
}

export function bindUpdateSelf(updateSelf: ReturnType<typeof createUpdateSelf>) {
  return bindRoute(updateSelfRoute, async ({ caller, input: { body } }) =>
    respond(200, operatorRecordOf(await updateSelf(caller, body))),
  );
}

export function bindEnrolTotp(enrolTotp: ReturnType<typeof createEnrolTotp>) {
  return bindRoute(enrolTotpRoute, async ({ caller, effect }) => {
    const answerOf = ({ secret, otpauthUrl }: TotpEnrolment) =>
      respond(201, { secret, otpauthUrl, qrCodeSvg: qrCodeSvg(otpauthUrl) });
    return answerOf(await enrolTotp(caller, effect.answering(answerOf)));
  });
}

export function bindConfirmTotp(confirmTotp: ReturnType<typeof createConfirmTotp>) {
  return bindRoute(confirmTotpRoute, async ({ caller, input: { body } }) =>
    respond(200, operatorRecordOf(await confirmTotp(caller, body.totp))),
  );
}

export function bindRemoveTotp(removeTotp: ReturnType<typeof createRemoveTotp>) {
  return bindRoute(removeTotpRoute, async ({ caller }) => {
    await removeTotp(caller);
    return respond(204);
  });
}
