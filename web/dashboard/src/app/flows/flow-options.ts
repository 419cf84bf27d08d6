import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { useClientKey, useSession } from '../session/session.tsx';

/** The client's flows as options; empty when the role may not see them. */
export function useFlows() {
  const client = useClientKey();
  const { may } = useSession();
  return useQuery({
    queryKey: [client, 'flows', 'all'],
    queryFn: async ({ signal }) =>
      (await read(api.GET('/v2/flows', { params: { query: { limit: 100 } }, signal }))).data,
    enabled: may('flows:write', 'read'),
    staleTime: 60_000,
  });
}
