import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { ApiProblem, messageOf } from '../../api/problem.ts';
import { queryClient, selfKey } from '../../api/query-client.ts';
import { Entrance } from '../../app/session/entrance.tsx';
import { PasswordField } from '../../app/session/new-password.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Creates the first owner. The token follows the `#` of the link that the console prints, so that no log keeps it. */
export function SetUpPage() {
  const [setUpToken, setToken] = useState(() => location.hash.slice(1));
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const navigate = useNavigate();
  const setUp = useMutation({
    mutationFn: () => read(api.POST('/v2/set-up', { body: { setUpToken: setUpToken.trim(), name, email, password } })),
    onSuccess: (self) => {
      queryClient.setQueryData(selfKey, self);
      void navigate({ to: '/', hash: '', replace: true });
    },
  });
  const fault = (pointer: string) => (setUp.error instanceof ApiProblem ? setUp.error.faultOf(pointer) : undefined);
  return (
    <Entrance title="Set up Verify" lead="You become the owner. The server printed the one-time token on its console.">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setUp.mutate();
        }}
      >
        {setUp.isError && <Notice tone="bad">{messageOf(setUp.error)}</Notice>}
        <TextField
          label="One-time token"
          required
          autoComplete="off"
          className="font-mono"
          fault={fault('/setUpToken')}
          value={setUpToken}
          onChange={(event) => setToken(event.target.value)}
        />
        <TextField
          label="Your name"
          autoComplete="name"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          fault={fault('/email')}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordField value={password} onChange={setPassword} fault={fault('/password')} />
        <Button type="submit" variant="primary" busy={setUp.isPending} className="mt-1 w-full">
          Create owner
        </Button>
      </form>
      <p className="mt-6 text-center text-[13px] text-faint">
        Set up already?{' '}
        <Link to="/" className="link">
          Sign in
        </Link>
      </p>
    </Entrance>
  );
}
