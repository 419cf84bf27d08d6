import type { FlowDocument } from '../../contract/flows/flow-document.ts';

/** Whether the flow allows the person to skip the step. */
export function canSkip({ config }: FlowDocument['steps'][number]): boolean {
  return 'canSkip' in config && config.canSkip;
}
