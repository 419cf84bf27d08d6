import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './problem.ts';

export const selfKey = ['self'] as const;

/** A session that ended shows the sign-in page at the same address. */
function onError(error: unknown): void {
  if (error instanceof ApiProblem && error.code === 'auth.unauthorized') queryClient.setQueryData(selfKey, null);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The server refuses again what it refused once; only a lost connection or a busy server is worth another try.
      retry: (count, error) => count < 2 && !(error instanceof ApiProblem && error.status < 500) && !isFinal(error),
      refetchOnWindowFocus: true,
    },
  },
});

function isFinal(error: Error): boolean {
  return error instanceof ApiProblem && error.status === 500;
}
