import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { ApiProblem, messageOf } from '../../api/problem.ts';
import { queryClient, selfKey } from '../../api/query-client.ts';
import { PasswordField } from '../../app/session/new-password.tsx';
import { roleTexts } from '../../app/session/role-texts.ts';
import { useSession } from '../../app/session/session.tsx';
import { OwnSessionsCard } from '../../app/session/own-sessions-card.tsx';
import { PasskeysCard } from '../../app/session/passkeys-card.tsx';
import { SecondFactorCard } from '../../app/session/second-factor-card.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { useToast } from '../../ui/toast.tsx';

const refreshSelf = () => void queryClient.invalidateQueries({ queryKey: selfKey });

export function ProfilePage() {
  const { operator } = useSession();
  return (
    <Page title="Profile and security" description={`${operator.email} · ${roleTexts[operator.role].name}`}>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <NameCard />
        <SecondFactorCard />
        <PasswordCard />
        <PasskeysCard />
        <OwnSessionsCard />
      </div>
    </Page>
  );
}

function NameCard() {
  const { operator } = useSession();
  const say = useToast();
  const [name, setName] = useState(operator.name);
  const save = useMutation({
    mutationFn: () => read(api.PATCH('/v2/self', { body: { name } })),
    onSuccess: () => {
      refreshSelf();
      say('Name saved.');
    },
    onError: (error) => say(messageOf(error), 'bad'),
  });
  return (
    <Card title="Name">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TextField
          label="Your name"
          required
          maxLength={100}
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" className="self-start" busy={save.isPending} disabled={name === operator.name}>
          Save name
        </Button>
      </form>
    </Card>
  );
}

function PasswordCard() {
  const say = useToast();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const save = useMutation({
    mutationFn: () => read(api.PATCH('/v2/self', { body: { password: { current, next } } })),
    onSuccess: () => {
      setCurrent('');
      setNext('');
      refreshSelf();
      say('Your password was changed.');
    },
  });
  return (
    <Card title="Password">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <PasswordField label="New password" value={next} onChange={setNext} />
        {save.isError && (
          <Notice tone="bad">
            {save.error instanceof ApiProblem && save.error.code === 'auth.unauthorized'
              ? 'The current password is wrong.'
              : messageOf(save.error)}
          </Notice>
        )}
        <Button type="submit" className="self-start" busy={save.isPending}>
          Change password
        </Button>
      </form>
    </Card>
  );
}
