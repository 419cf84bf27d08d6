import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Entrance } from '../../app/session/entrance.tsx';
import { api, read } from '../../api/client.ts';
import { ApiProblem, messageOf } from '../../api/problem.ts';
import { passkeysWork, signInWithPasskey } from '../../api/passkeys.ts';
import { queryClient, selfKey } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loading } from '../../ui/states.tsx';
import { ProviderLink, ProviderRefusal, useSignInMethods } from './provider-sign-in.tsx';

/** The installation's ways to sign in. */
export function SignIn() {
  const methods = useSignInMethods();
  if (methods.isPending) {
    return (
      <Entrance title="Sign in">
        <Loading rows={3} />
      </Entrance>
    );
  }
  // Without an answer the form is shown: its own answer says what is wrong.
  const { password, provider } = methods.data ?? { password: true, provider: null };
  if (password || provider === null) return <PasswordSignIn provider={provider} />;
  return (
    <Entrance title="Sign in">
      <ProviderRefusal />
      <ProviderLink name={provider} variant="primary" />
    </Entrance>
  );
}

/** Password first; the one-time password is requested when the account has one. */
function PasswordSignIn({ provider }: { provider: string | null }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [recovering, setRecovering] = useState(false);
  const shown = recovering ? { recoveryCode: code } : { totp: code };
  const signIn = useMutation({
    mutationFn: () => read(api.POST('/v2/sign-in', { body: { email, password, ...(code && shown) } })),
    onSuccess: (self) => queryClient.setQueryData(selfKey, self),
  });
  const withPasskey = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: (self) => queryClient.setQueryData(selfKey, self),
  });
  const problem = signIn.error instanceof ApiProblem ? signIn.error : null;
  const [asked, setAsked] = useState(false);
  const needsTotp = asked || problem?.code === 'auth.totp_required';
  if (needsTotp && !asked) setAsked(true);
  const refused = signIn.isError && problem?.code !== 'auth.totp_required';
  return (
    <Entrance
      title={needsTotp ? (recovering ? 'Recovery code' : 'One-time password') : 'Sign in'}
      {...(needsTotp && { lead: recovering ? 'One of the codes that you saved.' : 'From your authenticator app.' })}
    >
      {!needsTotp && !signIn.isPending && !signIn.isError && <ProviderRefusal />}
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate();
        }}
      >
        {refused && (
          <Notice tone="bad">
            {problem?.code === 'auth.unauthorized'
              ? needsTotp
                ? `The ${recovering ? 'recovery code' : 'one-time password'} is wrong, or the email address or password has changed.`
                : 'Wrong email address or password.'
              : messageOf(signIn.error)}
          </Notice>
        )}
        {needsTotp && recovering ? (
          <TextField
            key="recovery"
            label="Recovery code"
            autoComplete="off"
            minLength={12}
            maxLength={20}
            required
            autoFocus
            className="font-mono"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        ) : needsTotp ? (
          <TextField
            key="totp"
            label="Six digits"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]{6}"
            maxLength={6}
            required
            autoFocus
            className="font-mono text-lg tracking-[0.3em]"
            value={code}
            onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
          />
        ) : (
          <>
            <TextField
              label="Email"
              type="email"
              autoComplete="username"
              required
              autoFocus
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <TextField
              label="Password"
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </>
        )}
        <Button type="submit" variant="primary" busy={signIn.isPending} className="mt-1 w-full">
          {needsTotp ? 'Continue' : 'Sign in'}
        </Button>
        {needsTotp && (
          <Button
            variant="quiet"
            onClick={() => {
              setRecovering(!recovering);
              setCode('');
              signIn.reset();
            }}
          >
            {recovering ? 'Use the authenticator app' : 'Use a recovery code'}
          </Button>
        )}
        {needsTotp && (
          <Button
            variant="quiet"
            onClick={() => {
              setAsked(false);
              setRecovering(false);
              setCode('');
              signIn.reset();
            }}
          >
            Use another account
          </Button>
        )}
      </form>
      {!needsTotp && provider !== null && (
        <div className="mt-3">
          <ProviderLink name={provider} variant="secondary" />
        </div>
      )}
      {!needsTotp && passkeysWork && (
        <div className="mt-3 flex flex-col gap-3">
          <Button busy={withPasskey.isPending} onClick={() => withPasskey.mutate()}>
            Sign in with a passkey
          </Button>
          {withPasskey.isError && (
            <Notice tone="bad">
              {withPasskey.error instanceof ApiProblem ? 'This passkey doesn’t work here.' : 'No passkey was used.'}
            </Notice>
          )}
        </div>
      )}
      {!needsTotp && (
        <p className="mt-6 text-center text-[13px] text-faint">
          A new installation?{' '}
          <Link to="/set-up" className="link">
            Create the first owner
          </Link>
        </p>
      )}
    </Entrance>
  );
}
