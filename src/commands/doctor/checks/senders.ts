import { stepTypes } from '../../../domain/verifications/step-type.ts';
import { stepRegistry } from '../../../steps/registry.ts';
import { defineCheck, type DoctorCheck } from '../doctor-check.ts';
import type { CheckContext } from '../check-context.ts';

/** Programs that show mail to developers listen there: MailHog, Mailpit, MailDev. */
const catcherPorts = ['1025'];
const catcherNames = /^(mailhog|mailpit|maildev|mailcatcher|mailtrap)\b|\bmailtrap\.io$/;

/** Clients in live mode, and the channels through which their published flows send codes. */
async function readLive({ sql }: CheckContext) {
  const clients = await sql<{ id: string }>(`select id from clients where mode = 'live' and suspended_at is null`);
  const steps = await sql<{ type: string }>(
    `select distinct step->>'type' as type
       from clients c join flows f on f.client_id = c.id and f.disabled_at is null
       join flow_versions v on v.flow_id = f.id and v.version = f.version
       cross join jsonb_array_elements(v.document->'steps') as step
      where c.mode = 'live' and c.suspended_at is null`,
  );
  const used = stepTypes.filter((known) => steps.some(({ type }) => type === known));
  const channels = used.flatMap((type) => stepRegistry[type].code?.channel ?? []);
  return { any: clients.length > 0, channels: new Set(channels) };
}

const sms = defineCheck({
  about: 'the sender of text messages',
  finds: {
    'sender.sms_missing': {
      severity: 'fault',
      next: 'Configure an SMS provider: set all variables of one section “Text messages by …” of docs/configuration.md.',
    },
  },
  async run(context) {
    if (context.container.config.sms !== null) return [];
    const { channels } = await readLive(context);
    return channels.has('sms')
      ? [{ code: 'sender.sms_missing', says: 'Flows of live clients ask for a phone number, and nothing sends codes.' }]
      : [];
  },
});

const email = defineCheck({
  about: 'the sender of email',
  finds: {
    'sender.email_missing': { severity: 'risk', next: 'Set SMTP_URL and SMTP_FROM.' },
    'sender.email_caught': {
      severity: 'risk',
      next: 'Set SMTP_URL to a mail server that delivers.',
    },
  },
  async run(context) {
    const { any, channels } = await readLive(context);
    if (!any) return [];
    const { email: account } = context.container.config;
    if (account === null) {
      const says = channels.has('email')
        ? 'Flows of live clients ask for an email address, and nothing sends codes.'
        : 'There are live clients and no mail server.';
      return [{ code: 'sender.email_missing', says }];
    }
    const { hostname, port } = new URL(account.url);
    return catcherPorts.includes(port) || catcherNames.test(hostname)
      ? [{ code: 'sender.email_caught', says: `${hostname} catches mail for developers and delivers none.` }]
      : [];
  },
});

export const senderChecks: readonly DoctorCheck[] = [sms, email];
