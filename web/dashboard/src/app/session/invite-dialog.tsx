import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { roles } from 'virtual:contract-words';
import { api, read } from '../../api/client.ts';
import { messageOf } from '../../api/problem.ts';
import type { Role, Schemas } from '../../api/schema.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { roleTexts } from './role-texts.ts';
import { useSession } from './session.tsx';

export function InviteDialog({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (invitation: Schemas['CreatedInvitation']) => void;
}) {
  const { operator } = useSession();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('reviewer');
  const invite = useMutation({
    mutationFn: () => read(api.POST('/v2/invitations', { body: { email, role } })),
    onSuccess: onDone,
  });
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate();
        }}
      >
        <TextField
          label="E-mail"
          type="email"
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <SelectField
          label="Role"
          hint={roleTexts[role].about}
          value={role}
          options={roles
            .filter((known) => known !== 'owner' || operator.role === 'owner')
            .map((value) => ({ value, text: roleTexts[value].name }))}
          onChange={(event) => setRole(roles.find((known) => known === event.target.value) ?? role)}
        />
        {invite.isError && <Notice tone="bad">{messageOf(invite.error)}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={invite.isPending}>
            Make invitation
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
