import twilio from 'twilio';

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** A phone number, an alphanumeric sender or a messaging service (`MG…`). */
  from: string;
  /** A Verify service (`VA…`) that sends the codes instead; it must allow custom codes. */
  verifyServiceSid: string | null;
  /** Packages of Lookup v2 to request; empty: no lookup. */
  lookupFields: readonly string[];
  /** Replaces all of Twilio's hosts: a proxy, another region, a test server. */
  apiBase: string | null;
}

/** The official client. Requests that take longer than `timeoutMs` fail. */
export function createTwilioClient(settings: TwilioSettings, timeoutMs: number): twilio.Twilio {
  const { accountSid, authToken, apiBase } = settings;
  const httpClient = new twilio.RequestClient({ timeout: timeoutMs, maxSockets: 100, maxTotalSockets: 100 });
  if (apiBase !== null) redirect(httpClient, apiBase.replace(/\/$/, ''));
  return twilio(accountSid, authToken, { httpClient });
}

/** Keeps path and query, and replaces the host: the client has a setting for regions only. */
function redirect(httpClient: twilio.RequestClient, apiBase: string): void {
  const request = httpClient.request.bind(httpClient);
  httpClient.request = (options) => {
    const { pathname, search } = new URL(options.uri);
    return request({ ...options, uri: `${apiBase}${pathname}${search}` });
  };
}
