import type { SettingGroup } from './setting.ts';

const senders = ['api', 'messages', 'admin'] as const;

/** Messages, webhooks, and how much of each is allowed. */
export const sendingSettings: readonly SettingGroup[] = [
  {
    title: 'Webhooks',
    settings: {
      WEBHOOK_ALLOW_CIDRS: {
        effect: 'Comma-separated private networks that webhooks may reach, for receivers inside your network.',
        unset:
          '`npm start` with its own Postgres allows this machine (127.0.0.0/8 and ::1); otherwise nothing private is reached.',
        danger: 'A client can have requests sent to every machine of these networks.',
        usedBy: ['api', 'messages', 'liveness'],
      },
    },
  },
  {
    title: 'Text messages by Twilio',
    note: 'Without account, token and sender, a live client starts no phone step.',
    settings: {
      TWILIO_ACCOUNT_SID: { effect: 'The account.', usedBy: senders },
      TWILIO_AUTH_TOKEN: { effect: 'The token of the account.', usedBy: senders, secret: true },
      TWILIO_FROM: {
        effect: 'A number, an alphanumeric sender or a messaging service (MG...). Delivery reports need PUBLIC_URL.',
        usedBy: senders,
      },
      TWILIO_VERIFY_SERVICE: {
        effect: 'A Verify service (VA...) that sends our codes instead. It must allow custom codes.',
        usedBy: senders,
      },
      TWILIO_LOOKUP: {
        effect: 'Packages of Lookup v2 that judge a number’s risk: line_type_intelligence,sim_swap,sms_pumping_risk.',
        danger: 'Each costs money for each number.',
        usedBy: senders,
      },
      TWILIO_API_BASE: {
        effect: 'An address in place of https://api.twilio.com and its sisters, for tests and proxies.',
        usedBy: senders,
      },
    },
  },
  {
    title: 'E-mail',
    note: 'Without a mail server, a live client starts no e-mail step.',
    settings: {
      SMTP_URL: {
        effect: 'The mail server: smtp://user:password@host:587 or smtps://...',
        danger: 'A mail catcher takes every message and delivers none.',
        usedBy: senders,
        secret: true,
      },
      SMTP_FROM: {
        effect: 'The address of the sender.',
        unset: 'no-reply@localhost, which most mail servers refuse.',
        usedBy: senders,
      },
      DNS_SERVERS: {
        effect: 'Comma-separated resolvers to ask whether a domain takes mail.',
        unset: 'The resolvers of the system.',
        usedBy: ['api'],
      },
    },
  },
  {
    title: 'Limits of codes',
    note: 'Codes sent for one client.',
    settings: {
      CODE_LIMIT_RECIPIENT_PER_DAY: {
        effect: 'To one recipient in a day.',
        danger: 'A high limit lets a stranger flood a person with messages.',
        usedBy: ['api'],
      },
      CODE_LIMIT_PREFIX_PER_HOUR: {
        effect: 'To numbers that share all but four digits, in an hour.',
        danger: 'A high limit lets fraudsters earn with ranges of expensive numbers.',
        usedBy: ['api'],
      },
      CODE_LIMIT_COUNTRY_PER_HOUR: { effect: 'To one country in an hour.', usedBy: ['api'] },
      CODE_LIMIT_ADDRESS_PER_HOUR: { effect: 'Asked for from one network address in an hour.', usedBy: ['api'] },
      CODE_LIMIT_CLIENT_PER_DAY: {
        effect: 'For one client in a day.',
        danger: 'This is the most that one client can cost you in a day.',
        usedBy: ['api'],
      },
      CODE_LIMIT_UNCONFIRMED: {
        effect: 'From how many messages to a country in an hour on, a tenth must have been confirmed.',
        usedBy: ['api'],
      },
    },
  },
  {
    title: 'Limits of requests',
    settings: {
      CLIENT_WAITING_JOBS: {
        effect:
          'Sessions of a client start only while fewer of its files and steps than this wait for one kind of worker.',
        danger: 'With a high limit, one client’s crowd keeps the people of all others waiting.',
        usedBy: ['api'],
      },
      RATE_LIMIT_TOKEN_PER_SECOND: { effect: 'Requests of one API token in a second.', usedBy: ['api'] },
      RATE_LIMIT_UPLOADS_PER_SECOND: { effect: 'Uploads of one session in a second.', usedBy: ['api'] },
      RATE_LIMIT_SESSION_STARTS_PER_MINUTE: {
        effect:
          'Session starts from one network address in a minute (IPv6: one /64). An address that goes beyond it waits for one minute, then two, four and five.',
        danger:
          'People behind one carrier share an address: a low limit refuses them. A high one helps to flood the service.',
        usedBy: ['api'],
      },
      RATE_LIMIT_FLOW_STARTS_PER_MINUTE: {
        effect:
          'Session starts of one flow in a minute, without those that your backend has prepared. Addresses with more than 3 starts in the minute get half of it together.',
        danger: 'A low limit refuses people on a busy day. A high one helps to flood the service.',
        usedBy: ['api'],
      },
      RATE_LIMIT_SIGN_INS_PER_MINUTE: {
        effect: 'Sign-ins from one network address in a minute.',
        danger: 'A high limit helps to guess passwords.',
        usedBy: ['api'],
      },
    },
  },
];
