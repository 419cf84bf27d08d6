import type { FlowDocument } from '../../contract/flows/flow-document.ts';

/** Whether the person may leave the step out. */
export function canSkip({ config }: FlowDocument['steps'][number]): boolean {
  return 'canSkip' in config && config.canSkip;
}
