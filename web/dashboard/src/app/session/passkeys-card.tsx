import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, done, read } from '../../api/client.ts';
import { addPasskey, passkeysWork } from '../../api/passkeys.ts';
import { messageOf } from '../../api/problem.ts';
import { queryClient } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toast.tsx';
import { BothFactorsDialog } from './both-factors-dialog.tsx';
import { NewPasskeyDialog } from './new-passkey-dialog.tsx';
import { useSession } from './session.tsx';

const passkeysKey = ['own-passkeys'];

/** The ways to sign in without a password. */
export function PasskeysCard() {
  const say = useToast();
  const { operator } = useSession();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<{ id: string; name: string } | null>(null);
  const passkeys = useQuery({
    queryKey: passkeysKey,
    queryFn: ({ signal }) => read(api.GET('/v2/self/passkeys', { signal })),
  });
  const refresh = () => void queryClient.invalidateQueries({ queryKey: passkeysKey });
  const rename = async (passkeyId: string, name: string) => {
    try {
      await done(api.PATCH('/v2/self/passkeys/{passkeyId}', { params: { path: { passkeyId } }, body: { name } }));
      say('The passkey was renamed.');
    } catch (error) {
      say(messageOf(error), 'bad');
    }
    refresh();
  };
  return (
    <Card
      title="Passkeys"
      description="Sign in with your fingerprint, your face or a security key, without a password."
    >
      <QueryView query={passkeys}>
        {({ data }) => (
          <div className="flex flex-col items-start gap-4">
            {data.length > 0 && (
              <ul className="w-full divide-y divide-line">
                {data.map(({ id, name, lastUsedAt }) => (
                  <li key={id} className="flex items-center justify-between gap-3 py-2.5">
                    <span className="min-w-0 flex-1">
                      <input
                        aria-label={`Name of the passkey ${name}`}
                        className="control"
                        maxLength={100}
                        defaultValue={name}
                        onBlur={(event) => {
                          const next = event.target.value.trim();
                          if (next !== '' && next !== name) void rename(id, next);
                        }}
                      />
                      <span className="block text-[13px] text-faint">
                        Last used: {lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />}
                      </span>
                    </span>
                    <Button
                      size="small"
                      variant="danger"
                      aria-label={`Remove ${name}`}
                      onClick={() => setRemoving({ id, name })}
                    >
                      Remove
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            {passkeysWork ? (
              <Button onClick={() => setAdding(true)}>Add a passkey</Button>
            ) : (
              <p className="text-soft">This browser can’t create passkeys here.</p>
            )}
          </div>
        )}
      </QueryView>
      {removing !== null && (
        <BothFactorsDialog
          title={`Remove the passkey “${removing.name}”?`}
          why="The passkey no longer signs you in."
          action="Remove passkey"
          variant="danger"
          withCode={operator.totpEnabled}
          onClose={() => setRemoving(null)}
          run={async (body) => {
            const params = { path: { passkeyId: removing.id } };
            await done(api.POST('/v2/self/passkeys/{passkeyId}/remove', { params, body }));
            setRemoving(null);
            refresh();
          }}
        />
      )}
      {adding && (
        <NewPasskeyDialog
          run={addPasskey}
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false);
            refresh();
            say('The passkey was added.');
          }}
        />
      )}
    </Card>
  );
}
