import type { FlowWarningDefinition } from './flow-warning.ts';

const channels = { phone: 'sms', email: 'email' } as const;
const names = { sms: 'configured SMS provider', email: 'configured mail server' } as const;

export const senderMissing: FlowWarningDefinition = {
  code: 'flow.sender_missing',
  cause:
    'No sender is configured for the messages of this step, so a live client’s session does not start, or the person can only skip the step.',
  remedy:
    'Set the variables of an SMS provider for phone steps, or `SMTP_URL` for email steps (docs/configuration.md), or leave the step out.',
  find: ({ steps }, { senders }) =>
    steps.flatMap(({ id, type }, index) => {
      if (type !== 'phone' && type !== 'email') return [];
      const channel = channels[type];
      return senders[channel] ? [] : [{ pointer: `/steps/${index}`, detail: `${id} needs a ${names[channel]}` }];
    }),
};
