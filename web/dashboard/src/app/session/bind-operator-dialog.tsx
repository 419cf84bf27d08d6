import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import type { Schemas } from '../../api/schema.ts';
import { Checkbox, CheckboxList } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/form-dialog.tsx';
import { QueryView } from '../../ui/query-view.tsx';

/** Chooses the clients that an operator may work on. */
export function BindOperatorDialog({
  operator: { id: operatorId, name, email, clientIds },
  onClose,
  onDone,
}: {
  operator: Schemas['Operator'];
  onClose: () => void;
  onDone: () => void;
}) {
  const [every, setEvery] = useState(clientIds.length === 0);
  const [chosen, setChosen] = useState<readonly string[]>(clientIds);
  const clients = useQuery({
    queryKey: ['clients-to-bind'],
    queryFn: ({ signal }) => read(api.GET('/v2/clients', { params: { query: { limit: 100 } }, signal })),
  });
  const bind = useMutation({
    mutationFn: () => {
      const body = { clientIds: every ? [] : [...chosen] };
      return read(api.PATCH('/v2/operators/{operatorId}', { params: { path: { operatorId } }, body }));
    },
    onSuccess: onDone,
  });
  return (
    <Dialog title={`Clients of ${name || email}`} onClose={onClose}>
      <QueryView query={clients}>
        {({ data }) => (
          <DialogForm submit={bind} action="Save" disabled={!every && chosen.length === 0} onClose={onClose}>
            <Checkbox label="All clients, including future ones" checked={every} onChange={setEvery} />
            {!every && (
              <CheckboxList
                legend="Only these"
                hint="They see no other client and no other operator."
                values={data.map(({ id }) => id)}
                chosen={chosen}
                textOf={(id) => data.find((client) => client.id === id)?.name ?? id}
                onChange={setChosen}
              />
            )}
          </DialogForm>
        )}
      </QueryView>
    </Dialog>
  );
}
