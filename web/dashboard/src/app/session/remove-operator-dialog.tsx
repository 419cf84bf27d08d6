import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, done, read } from '../../api/client.ts';
import type { Schemas } from '../../api/schema.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/form-dialog.tsx';
import { QueryView } from '../../ui/query-view.tsx';

/** Asks before an operator leaves the team, and what to do with the tokens that they made. */
export function RemoveOperatorDialog({
  operator: { id: operatorId, name, email },
  onClose,
  onDone,
}: {
  operator: Schemas['Operator'];
  onClose: () => void;
  onDone: () => void;
}) {
  const [revokeTokens, setRevoke] = useState(true);
  const path = { operatorId };
  const tokens = useQuery({
    queryKey: ['tokens-made-by', operatorId],
    queryFn: ({ signal }) => read(api.GET('/v2/operators/{operatorId}/api-tokens', { params: { path }, signal })),
    gcTime: 0,
  });
  const remove = useMutation({
    mutationFn: () => {
      const query = { revokeTokens: revokeTokens ? 'true' : 'false' } as const;
      return done(api.DELETE('/v2/operators/{operatorId}', { params: { path, query } }));
    },
    onSuccess: onDone,
  });
  return (
    <Dialog title={`Remove ${name || email} from the team?`} onClose={onClose}>
      <QueryView query={tokens}>
        {({ data }) => (
          <DialogForm submit={remove} action="Remove" variant="danger" onClose={onClose}>
            <p className="text-soft">
              They will be signed out everywhere immediately. Their actions stay in the audit log.
              {data.length > 0 && ' They made these tokens, which still work:'}
            </p>
            {data.length > 0 && (
              <>
                <ul className="list-disc pl-5">
                  {data.map((token) => (
                    <li key={token.id}>
                      {token.name} <span className="text-faint">({token.clientName})</span>
                    </li>
                  ))}
                </ul>
                <Checkbox label="Revoke these tokens, too" checked={revokeTokens} onChange={setRevoke} />
              </>
            )}
          </DialogForm>
        )}
      </QueryView>
    </Dialog>
  );
}
