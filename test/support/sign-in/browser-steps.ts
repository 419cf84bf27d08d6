import type { Stack } from '../stack.ts';

const path = '/v2/sign-in/provider';

export interface Step {
  location: string;
  cookies: string[];
}

async function open(url: string, cookie: string): Promise<Step> {
  const answer = await fetch(url, { redirect: 'manual', headers: { cookie, accept: 'text/html' } });
  if (answer.status !== 303) throw new Error(`${answer.status} in place of a redirect: ${await answer.text()}`);
  return { location: answer.headers.get('location') ?? '', cookies: answer.headers.getSetCookie() };
}

/** The cookies of a step as a browser sends them back. */
export const cookiesOf = ({ cookies }: Step) => cookies.map((cookie) => cookie.split(';')[0]).join('; ');

/** Starts a sign-in as a browser does. */
export const begin = ({ api }: Stack, returnTo = '/dashboard/verifications') =>
  open(`${api.baseUrl}${path}?returnTo=${encodeURIComponent(returnTo)}`, '');

/** Comes back from the provider, at the API that was asked first: its address is the redirect URI. */
export const comeBack = ({ api }: Stack, query: string, cookie: string) =>
  open(`${api.baseUrl}${path}/callback${query}`, cookie);
