import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Notice } from '../../ui/notice.tsx';

/** What a person can do about a refusal, by the code that the server adds to the address. */
const refusals: Readonly<Record<string, string>> = {
  'sso.off': 'No sign-in provider is set up here.',
  'sso.away': 'The sign-in provider can’t be reached. Try again soon.',
  'sso.failed': 'The sign-in at the provider was not completed. Start it again.',
  'sso.role_missing':
    'Your account at the sign-in provider has no role here. Ask an owner of this installation for one.',
  'sso.email_not_allowed': 'Your account at the sign-in provider has no verified email address that is allowed here.',
  'sso.client_missing': 'Your account at the sign-in provider has no access to a client here. Ask an owner for access.',
  'sso.second_factor_missing': 'A second factor is required. Set one up at the sign-in provider, and sign in again.',
  'sso.operator_exists': 'You already sign in here in another way. Use that, or ask an owner.',
  'rate.limited': 'Too many sign-ins. Wait a minute, then try again.',
};

export function useSignInMethods() {
  return useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => read(api.GET('/v2/sign-in/methods', { signal })),
  });
}

/** Why the provider's sign-in was refused; nothing when it was not. */
export function ProviderRefusal() {
  const code = new URLSearchParams(window.location.search).get('refused');
  if (code === null) return null;
  return (
    <div className="mb-4">
      <Notice tone="bad">{Object.hasOwn(refusals, code) ? refusals[code] : 'We couldn’t sign you in.'}</Notice>
    </div>
  );
}

/** Leaves the page for the provider, which returns the browser to this address. */
export function ProviderLink({ name, variant }: { name: string; variant: 'primary' | 'secondary' }) {
  const returnTo = `${window.location.pathname}${window.location.search}`;
  return (
    <a
      className={classes(buttonClasses(variant), 'w-full')}
      href={`/v2/sign-in/provider?returnTo=${encodeURIComponent(returnTo)}`}
    >
      Continue with {name}
    </a>
  );
}
