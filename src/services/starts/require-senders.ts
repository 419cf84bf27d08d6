import { providerMissing, type MessageProviders } from '../../domain/codes/message-providers.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { Client } from '../../domain/operators/client.ts';
import { stepRegistry } from '../../steps/registry.ts';
import { canSkipStep } from '../verifications/decide-verification.ts';
import type { Flow } from '../flows/load-flow.ts';

/**
 * A person of a live client must not begin what cannot be finished: a step that sends a code, cannot be skipped, and has no sender.
 * @throws Problem `phone.provider_missing`, `email.provider_missing`
 */
export function requireSenders({ mode }: Pick<Client, 'mode'>, flow: Flow, providers: MessageProviders): void {
  if (mode === 'test') return;
  const channel = findMissingSender(flow, providers);
  if (channel !== null) throw new Problem(providerMissing[channel]);
}

/** The channel that a step of the flow needs and that has no sender. */
function findMissingSender(flow: Flow, providers: MessageProviders) {
  for (const { id, type } of flow.document.steps) {
    const channel = stepRegistry[type].code?.channel;
    if (channel !== undefined && !providers[channel] && !canSkipStep(flow, id)) return channel;
  }
  return null;
}
