import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { messageOf } from '../../api/problem.ts';
import { queryClient, selfKey } from '../../api/query-client.ts';
import { Entrance } from '../../app/session/entrance.tsx';
import { PasswordField } from '../../app/session/new-password.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The page of an invitation. Its token follows the `#`. */
export function JoinPage() {
  const [invitationToken] = useState(() => location.hash.slice(1));
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: () => read(api.POST('/v2/invitation-acceptances', { body: { invitationToken, name, password } })),
    onSuccess: (self) => {
      queryClient.setQueryData(selfKey, self);
      void navigate({ to: '/', hash: '', replace: true });
    },
  });
  if (invitationToken === '') {
    return (
      <Entrance title="Join Verify">
        <Notice tone="warn">This link is incomplete. Copy the whole link, including the part after the “#”.</Notice>
      </Entrance>
    );
  }
  return (
    <Entrance title="Join Verify" lead="You were invited. Say who you are and choose a password.">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          accept.mutate();
        }}
      >
        {accept.isError && <Notice tone="bad">{messageOf(accept.error)}</Notice>}
        <TextField
          label="Your name"
          autoComplete="name"
          required
          maxLength={100}
          autoFocus
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <PasswordField value={password} onChange={setPassword} />
        <Button type="submit" variant="primary" busy={accept.isPending} className="mt-1 w-full">
          Join
        </Button>
      </form>
    </Entrance>
  );
}
