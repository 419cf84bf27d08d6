import { argon2PasswordHasher } from '../adapters/argon2-password-hasher.ts';
import type { Container } from '../container.ts';
import type { BoundRoute } from '../http/bound-route.ts';
import {
  bindCreateInvitation,
  bindListInvitations,
  bindWithdrawInvitation,
} from '../http/routes/operators/invitations.ts';
import {
  bindListClients,
  bindListOperators,
  bindRemoveOperator,
  bindUpdateOperator,
} from '../http/routes/operators/operators.ts';
import {
  bindConfirmTotp,
  bindEnrolTotp,
  bindGetSelf,
  bindRemoveTotp,
  bindUpdateSelf,
} from '../http/routes/operators/self.ts';
import { bindAcceptInvitation, bindSetUp, bindSignIn, bindSignOut } from '../http/routes/operators/sign-in.ts';
import {
  createAcceptInvitation,
  createCreateInvitation,
  createListInvitations,
  createWithdrawInvitation,
} from '../services/operators/invitations.ts';
import { createListClients } from '../services/operators/list-clients.ts';
import {
  createListOperators,
  createRemoveOperator,
  createUpdateOperator,
} from '../services/operators/manage-operators.ts';
import { createReadSelf } from '../services/operators/read-self.ts';
import { createSetUp } from '../services/operators/set-up.ts';
import { createSignIn } from '../services/operators/sign-in.ts';
import { createSignOut } from '../services/operators/sign-out.ts';
import { createConfirmTotp, createEnrolTotp, createRemoveTotp } from '../services/operators/totp.ts';
import { createUpdateSelf } from '../services/operators/update-self.ts';

/** The people who run the service: their ways in, themselves, and each other. */
export function bindOperatorRoutes(container: Container): BoundRoute[] {
  const parts = { ...container, passwords: argon2PasswordHasher };
  const { http } = container.config;
  return [
    bindSetUp(createSetUp(parts), http),
    bindSignIn(createSignIn(parts), http),
    bindSignOut(createSignOut(parts), http),
    bindAcceptInvitation(createAcceptInvitation(parts), http),
    bindGetSelf(createReadSelf(parts)),
    bindUpdateSelf(createUpdateSelf(parts)),
    bindEnrolTotp(createEnrolTotp(parts)),
    bindConfirmTotp(createConfirmTotp(parts)),
    bindRemoveTotp(createRemoveTotp(parts)),
    bindListOperators(createListOperators(parts)),
    bindUpdateOperator(createUpdateOperator(parts)),
    bindRemoveOperator(createRemoveOperator(parts)),
    bindListInvitations(createListInvitations(parts)),
    bindCreateInvitation(createCreateInvitation(parts), http),
    bindWithdrawInvitation(createWithdrawInvitation(parts)),
    bindListClients(createListClients(parts)),
  ];
}
