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
          '`npm start` with its own Postgres allows this machine (127.0.0.0/8 and ::1); otherwise webhooks reach no private network.',
        danger: 'A client can make the service send requests to every machine of these networks.',
        usedBy: ['api', 'messages', 'liveness'],
      },
    },
  },
  {
    title: 'Text messages by Twilio',
    note: 'Without account, token and sender, a live client starts no phone step.',
    settings: {
      TWILIO_ACCOUNT_SID: { effect: 'The id of the account.', usedBy: senders },
      TWILIO_AUTH_TOKEN: { effect: 'The token of the account.', usedBy: senders, secret: true },
      TWILIO_FROM: {
        effect:
          'The sender: a number, an alphanumeric name or a messaging service (MG...). Delivery reports need PUBLIC_URL.',
        usedBy: senders,
      },
      TWILIO_VERIFY_SERVICE: {
        effect: 'A Verify service (VA...) that sends our codes instead. It must allow custom codes.',
        usedBy: senders,
      },
      TWILIO_LOOKUP: {
        effect: 'Packages of Lookup v2 that judge a number’s risk: line_type_intelligence,sim_swap,sms_pumping_risk.',
        unset: 'The risk of a number is judged without them, and their absence does not lead to review.',
        danger: 'Each package costs money for each number.',
        usedBy: senders,
      },
      TWILIO_API_BASE: {
        effect: 'Replaces https://api.twilio.com and Twilio’s other addresses, for tests and proxies.',
        usedBy: senders,
      },
    },
  },
  {
    title: 'Email',
    note: 'Without a mail server, a live client starts no email step.',
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
    note: 'Each setting limits the codes that are sent for one client.',
    settings: {
      CODE_LIMIT_RECIPIENT_PER_DAY: {
        effect: 'Codes to one recipient in a day.',
        danger: 'A high limit lets a stranger flood a person with messages.',
        usedBy: ['api'],
      },
      CODE_LIMIT_PREFIX_PER_HOUR: {
        effect: 'Codes in an hour to numbers that differ only in the last four digits.',
        danger: 'A high limit lets fraudsters earn money with ranges of premium-rate numbers.',
        usedBy: ['api'],
      },
      CODE_LIMIT_COUNTRY_PER_HOUR: { effect: 'Codes to one country in an hour.', usedBy: ['api'] },
      CODE_LIMIT_ADDRESS_PER_HOUR: { effect: 'Codes that one network address requests in an hour.', usedBy: ['api'] },
      CODE_LIMIT_CLIENT_PER_DAY: {
        effect: 'All codes for one client in a day.',
        danger: 'This limits what one client can cost you in a day.',
        usedBy: ['api'],
      },
      CODE_LIMIT_UNCONFIRMED: {
        effect: 'Number of messages to a country in an hour above which at least a tenth must have been confirmed.',
        usedBy: ['api'],
      },
    },
  },
  {
    title: 'Limits of requests',
    settings: {
      CLIENT_WAITING_JOBS: {
        effect: 'A client cannot start a session while this many of its files and steps wait for one kind of worker.',
        danger: 'With a high limit, a rush at one client keeps the people of all other clients waiting.',
        usedBy: ['api'],
      },
      RATE_LIMIT_TOKEN_PER_SECOND: { effect: 'Requests of one API token in a second.', usedBy: ['api'] },
      RATE_LIMIT_UPLOADS_PER_SECOND: { effect: 'Uploads of one session in a second.', usedBy: ['api'] },
      RATE_LIMIT_SESSION_STARTS_PER_MINUTE: {
        effect:
          'Session starts from one network address in a minute (IPv6: one /64). An address that exceeds it must wait for one minute, then two, four and five.',
        danger:
          'People behind one carrier share an address: a low limit refuses them. A high one makes it easier to flood the service.',
        usedBy: ['api'],
      },
      RATE_LIMIT_FLOW_STARTS_PER_MINUTE: {
        effect:
          'Session starts of one flow in a minute, not counting those that your backend prepared. Addresses with more than 3 starts in the minute share half of it.',
        danger: 'A low limit refuses people on a busy day. A high one makes it easier to flood the service.',
        usedBy: ['api'],
      },
      RATE_LIMIT_SIGN_INS_PER_MINUTE: {
        effect: 'Sign-ins from one network address in a minute.',
        danger: 'A high limit makes it easier to guess passwords.',
        usedBy: ['api'],
      },
    },
  },
];
