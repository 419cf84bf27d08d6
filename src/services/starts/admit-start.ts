import type { Client } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { StartContext } from '../../domain/repositories/start-repository.ts';
import { isAddressAdmitted } from './address-rules.ts';
import type { Flow, Flows } from '../flows/load-flow.ts';

export interface RequestedStart {
  clientId: string;
  flowId: string;
  networkAddress: string;
  /** The origin of the web page that asks; null outside a browser and for our own pages. */
  origin: string | null;
}

/**
 * Whether this flow may be started from there. Checked before anything else, so that nobody sees parts of a flow that they may not start.
 * @throws Problem `client.not_found`, `session.ip_restricted` (the client's rules), `client.suspended`, `flow.not_found`,
 * `session.ip_restricted` (the flow's), `session.origin_not_allowed` or `flow.disabled`, in this order
 */
export async function admitStart(
  { db, flows }: { db: Pick<Database, 'starts'>; flows: Pick<Flows, 'open'> },
  { clientId, flowId, networkAddress, origin }: RequestedStart,
): Promise<{ client: Client; flow: Flow; context: StartContext }> {
  const context = await db.starts.findStartContext(clientId, flowId);
  if (context === null) throw new Problem('client.not_found');
  const { client } = context;
  if (!isAddressAdmitted(networkAddress, client.settings.ipRules)) throw new Problem('session.ip_restricted');
  if (client.suspended) throw new Problem('client.suspended');
  if (context.flow === null) throw new Problem('flow.not_found');
  const flow = await flows.open(client.id, context.flow);
  if (!isAddressAdmitted(networkAddress, flow.document.ipRestriction)) throw new Problem('session.ip_restricted');
  if (!isOriginAdmitted(origin, client.settings.origins)) throw new Problem('session.origin_not_allowed');
  if (flow.disabled) throw new Problem('flow.disabled');
  return { client, flow, context };
}

/** Origins are compared in the form that browsers send. An empty list allows all. */
export function isOriginAdmitted(origin: string | null, admitted: readonly string[]): boolean {
  if (origin === null || admitted.length === 0) return true;
  return admitted.some((candidate) => URL.canParse(candidate) && new URL(candidate).origin === origin);
}
