import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { roles } from 'virtual:contract-words';
import { api, read } from '../../api/client.ts';
import type { Role, Schemas } from '../../api/schema.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
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
    <FormDialog title="Invite an operator" submit={invite} action="Make invitation" onClose={onClose}>
      <TextField label="Email" type="email" required value={email} onChange={(event) => setEmail(event.target.value)} />
      <SelectField
        label="Role"
        hint={roleTexts[role].about}
        value={role}
        options={roles
          .filter((known) => known !== 'owner' || operator.role === 'owner')
          .map((value) => ({ value, text: roleTexts[value].name }))}
        onChange={(event) => setRole(roles.find((known) => known === event.target.value) ?? role)}
      />
    </FormDialog>
  );
}
