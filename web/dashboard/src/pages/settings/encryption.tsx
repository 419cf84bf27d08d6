import { useMutation } from '@tanstack/react-query';
import { LockKeyhole, Plus } from 'lucide-react';
import { useState } from 'react';
import { api, done, read } from '../../api/client.ts';
import { ApiProblem, messageOf } from '../../api/problem.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Schemas } from '../../api/schema.ts';
import { ListPage } from '../../app/lists/list-page.tsx';
import { useList } from '../../app/lists/list-query.tsx';
import { useClientKey, useSession } from '../../app/session/session.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { Id } from '../../ui/copy.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toast.tsx';

type Configuration = Schemas['EncryptionConfiguration'];

/** Public keys of the client: only the owner of the private key can read the records that name one. */
export function EncryptionPage() {
  const { may } = useSession();
  const client = useClientKey();
  const confirm = useConfirm();
  const say = useToast();
  const [adding, setAdding] = useState(false);
  const list = useList(['encryption'], (signal) =>
    read(api.GET('/v2/encryption-configurations', { params: { query: { limit: 100 } }, signal })),
  );
  const refresh = () => void queryClient.invalidateQueries({ queryKey: [client, 'encryption'] });
  const remove = ({ id, name }: Configuration) =>
    confirm({
      title: `Remove the encryption configuration “${name}”?`,
      body: 'Verifications can no longer use it. Records that were encrypted to it stay encrypted.',
      action: 'Remove configuration',
      run: async () => {
        await done(
          api.DELETE('/v2/encryption-configurations/{configurationId}', { params: { path: { configurationId: id } } }),
        );
        refresh();
        say(`“${name}” is removed.`);
      },
    });
  const add = may('account:write') && (
    <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
      New configuration
    </Button>
  );
  return (
    <ListPage
      title="Encryption"
      description={
        <>
          Your server puts <code className="font-mono text-[13px]">encryptionConfigurationId</code> into the metadata of
          a verification. After the verdict, the service encrypts the record to your public key. From then on only you
          can read it; this service cannot.
        </>
      }
      actions={add}
      label="Encryption configurations"
      list={list}
      after={null}
      empty={
        <Empty Icon={LockKeyhole} title="No configurations yet" action={add}>
          Register a public key. The private key stays with you.
        </Empty>
      }
      columns={[
        { header: 'Name', cell: (row) => <span className="font-medium">{row.name}</span> },
        { header: 'Id', cell: (row) => <Id value={row.id} /> },
        {
          header: 'Key',
          className: 'hidden sm:table-cell',
          cell: ({ publicKey }) => (
            <span className="text-soft">
              {publicKey.kty === 'EC' ? `EC ${publicKey.crv}` : `RSA, ${publicKey.alg}`}
            </span>
          ),
        },
        { header: 'Added', className: 'hidden md:table-cell', cell: (row) => <Time at={row.createdAt} /> },
        {
          header: 'Actions',
          quiet: true,
          className: 'text-right',
          cell: (row) =>
            may('account:write') && (
              <Button size="small" variant="danger" aria-label={`Remove ${row.name}`} onClick={() => remove(row)}>
                Remove
              </Button>
            ),
        },
      ]}
    >
      {adding && (
        <NewConfiguration
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false);
            refresh();
          }}
        />
      )}
    </ListPage>
  );
}

function NewConfiguration({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [name, setName] = useState('');
  const [key, setKey] = useState('');
  const create = useMutation({
    mutationFn: () => {
      const publicKey = parseKey(key);
      return read(api.POST('/v2/encryption-configurations', { body: { name, publicKey } }));
    },
    onSuccess: onDone,
  });
  const message = create.error instanceof ApiProblem ? wordsOf(create.error) : create.error?.message;
  return (
    <FormDialog
      title="New encryption configuration"
      submit={create}
      action="Register key"
      message={message ?? null}
      onClose={onClose}
    >
      <TextField label="Name" required maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
      <TextArea
        label="Public key (JWK)"
        hint="EC (P-256, P-384, P-521, ECDH-ES) or RSA (RSA-OAEP-256). A key with a private part is refused."
        required
        className="min-h-40! font-mono text-[13px]"
        placeholder='{"kty":"EC","alg":"ECDH-ES","crv":"P-256","x":"…","y":"…"}'
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
    </FormDialog>
  );
}

/** The schema's own messages about a key mean nothing to a person. */
function wordsOf(problem: ApiProblem): string {
  const ofKey = problem.faults.filter(({ pointer }) => pointer.startsWith('/publicKey'));
  if (ofKey.length === 0) return messageOf(problem);
  const names = [...new Set(ofKey.map(({ pointer }) => pointer.split('/')[2] ?? ''))].filter((name) => name !== '');
  return `This is not a public key that the service can encrypt to. ${
    names.length === 0
      ? 'EC keys have kty, alg, crv, x and y; RSA keys have kty, alg, n and e.'
      : `Look at ${names.join(', ')}.`
  }`;
}

/** The server checks the key; a private part is not even sent. @throws Error with words for the person */
function parseKey(text: string): Schemas['PublicKey'] {
  let key: unknown;
  try {
    key = JSON.parse(text);
  } catch {
    throw new Error('This is not valid JSON.');
  }
  if (typeof key === 'object' && key !== null && 'd' in key)
    throw new Error('This is a private key. Paste the public part only.');
  return key as Schemas['PublicKey']; // The server refuses everything else.
}
