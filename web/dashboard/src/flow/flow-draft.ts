import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { api, read } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';
import { useClientKey } from '../app/session/session.tsx';
import { firstValue, schemaOfStep } from './config-schema.ts';

export type FlowDraft = Schemas['Flow']['draft'];
export type DraftStep = FlowDraft['steps'][number];
export type StepType = DraftStep['type'];
export type FaultOf = (pointer: string) => string | undefined;

/** A step with the contract's default settings and an unused id. */
export function newStep(type: StepType, taken: readonly string[]): DraftStep {
  let id: string = type;
  for (let number = 2; taken.includes(id); number += 1) id = `${type}-${number}`;
  return { id, type, config: firstValue(schemaOfStep(type)) } as DraftStep; // Made of the schema of this very type.
}

/** The server's findings about a draft, while the operator types. */
export function useFlowFaults(draft: FlowDraft) {
  const client = useClientKey();
  const document = useDeferredValue(JSON.stringify(draft));
  return useQuery({
    queryKey: [client, 'flow-check', document],
    queryFn: ({ signal }) =>
      read(api.POST('/v2/flow-checks', { body: JSON.parse(document) as Schemas['FlowDocumentAttempt'], signal })), // The output of JSON.stringify.
    placeholderData: (before) => before,
    staleTime: Infinity,
    gcTime: 60_000,
  });
}
