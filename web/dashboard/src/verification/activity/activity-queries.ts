import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { useClientKey, useSession } from '../../app/session/session.tsx';

/** A case's comments and assignments, newest first; none when the role may not read cases. */
export function useActivity(verificationId: string) {
  const client = useClientKey();
  return useQuery({
    queryKey: [client, 'activity', verificationId],
    queryFn: async ({ signal }) => {
      const params = { path: { verificationId }, query: { limit: 100 } };
      return (await read(api.GET('/v2/verifications/{verificationId}/activity', { params, signal }))).data;
    },
  });
}

/** The operators who may review the client's cases. */
export function useAssignees() {
  const client = useClientKey();
  const { may } = useSession();
  return useQuery({
    queryKey: [client, 'assignees'],
    queryFn: async ({ signal }) => (await read(api.GET('/v2/assignees', { signal }))).data,
    enabled: may('verifications:write', 'read'),
    staleTime: 60_000,
  });
}
