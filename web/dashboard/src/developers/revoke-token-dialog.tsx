import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, done } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { FormDialog } from '../ui/dialogs/form-dialog.tsx';

export function RevokeTokenDialog({
  token,
  onClose,
  onDone,
}: {
  token: Schemas['ApiToken'];
  onClose: () => void;
  onDone: () => void;
}) {
  const mayMakeTokens = token.scopes.includes('account:write');
  const [revokeTokens, setRevoke] = useState(true);
  const revoke = useMutation({
    mutationFn: () => {
      const query = { revokeTokens: revokeTokens ? 'true' : 'false' } as const;
      return done(api.DELETE('/v2/api-tokens/{tokenId}', { params: { path: { tokenId: token.id }, query } }));
    },
    onSuccess: onDone,
  });
  return (
    <FormDialog
      title={`Revoke the token “${token.name}”?`}
      submit={revoke}
      action="Revoke token"
      variant="danger"
      onClose={onClose}
    >
      <p className="text-soft">Requests with this token will fail immediately. This can’t be undone.</p>
      {mayMakeTokens && (
        <>
          <p className="text-soft">The token can create other tokens. If it was stolen, revoke them, too.</p>
          <Checkbox label="Revoke the tokens that it created, too" checked={revokeTokens} onChange={setRevoke} />
        </>
      )}
    </FormDialog>
  );
}
