import { useMutation } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { messageOf } from '../../api/problem.ts';
import type { Verification } from '../../api/schema.ts';
import { useSession } from '../../app/session/session.tsx';
import { SelectField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAssignees } from './activity-queries.ts';

/** Who works on a case. An operator who sees no other operators still sees that somebody does. */
export function AssigneeName({ id }: { id: string }) {
  const { operator } = useSession();
  const assignees = useAssignees();
  if (id === operator.id) return <>You</>;
  return <>{assignees.data?.find((assignee) => assignee.id === id)?.name ?? 'Another operator'}</>;
}

/** Assigns a case to somebody else, immediately. */
export function AssigneeField({
  verification: { id: verificationId, assigneeId },
  locked,
  onChange,
}: {
  verification: Verification;
  locked: boolean;
  onChange: (changed: Verification) => void;
}) {
  const { operator } = useSession();
  const assignees = useAssignees();
  const say = useToast();
  const assign = useMutation({
    mutationFn: (wanted: string | null) =>
      read(
        api.PUT('/v2/verifications/{verificationId}/assignee', {
          params: { path: { verificationId } },
          body: { assigneeId: wanted },
        }),
      ),
    onSuccess: onChange,
    onError: (error) => say(messageOf(error), 'bad'),
  });
  if (locked) return <p className="text-soft">{assigneeId === null ? 'Nobody' : <AssigneeName id={assigneeId} />}</p>;
  const others = (assignees.data ?? []).filter(({ id }) => id !== operator.id);
  const offered = [
    ...((assignees.data ?? []).some(({ id }) => id === operator.id) ? [{ value: operator.id, text: 'You' }] : []),
    ...others.map(({ id, name }) => ({ value: id, text: name })),
  ];
  const known = assigneeId === null || offered.some(({ value }) => value === assigneeId);
  return (
    <SelectField
      label={<span className="sr-only">Operator</span>}
      value={assigneeId ?? ''}
      disabled={assign.isPending}
      options={[
        { value: '', text: 'Nobody' },
        ...offered,
        ...(known ? [] : [{ value: assigneeId, text: 'Another operator' }]),
      ]}
      onChange={(event) => assign.mutate(event.target.value === '' ? null : event.target.value)}
    />
  );
}
