import { useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import { api, credentials, read } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { queryClient, selfKey } from '../../api/query-client.ts';
import type { Schemas } from '../../api/schema.ts';
import { administers, permits, type Right } from './permits.ts';

type SignedIn = Schemas['SignedIn'];
type Client = Schemas['Client'];

export interface Session {
  operator: SignedIn['operator'];
  clients: readonly Client[];
  recoveryCodesLeft: number;
  /** The client that all pages are about; null when the operator has none. */
  client: Client | null;
  choose: (clientId: string) => void;
  /** Whether the role has this right: all of it, or only reading. */
  may: (right: Right, use?: 'read' | 'change') => boolean;
  /** Whether the role may change what only admins may change on a live client. */
  administers: boolean;
}

const storageKey = 'verify.client';
const SessionContext = createContext<Session | null>(null);

/** The signed-in operator. @throws outside of SessionProvider */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('there is no session here');
  return session;
}

/** The key of a query: every client has its own cache. */
export function useClientKey(): string {
  return useSession().client?.id ?? 'none';
}

export function useSelf() {
  return useQuery({
    queryKey: selfKey,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<SignedIn | null> => {
      try {
        return await read(api.GET('/v2/self', { signal }));
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 401) return null;
        throw error;
      }
    },
  });
}

export function SessionProvider({ self, children }: { self: SignedIn; children: ReactNode }) {
  const [chosen, setChosen] = useState(() => localStorage.getItem(storageKey));
  const client = self.clients.find(({ id }) => id === chosen) ?? self.clients[0] ?? null;
  // Before any child requests something, so not in an effect.
  credentials.csrfToken = self.csrfToken;
  credentials.clientId = client?.id ?? '';
  const session = useMemo<Session>(
    () => ({
      operator: self.operator,
      clients: self.clients,
      recoveryCodesLeft: self.recoveryCodesLeft,
      client,
      choose(clientId) {
        localStorage.setItem(storageKey, clientId);
        setChosen(clientId);
        void queryClient.cancelQueries({ predicate: ({ queryKey }) => queryKey[0] !== selfKey[0] });
      },
      administers: administers({ role: self.operator.role, mode: client?.mode ?? 'live' }),
      may: (right, use = 'change') => permits({ role: self.operator.role, mode: client?.mode ?? 'live' }, right, use),
    }),
    [self, client],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}
