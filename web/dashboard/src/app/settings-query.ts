import { useMutation, useQuery } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';
import { messageOf } from '../api/problem.ts';
import { queryClient, selfKey } from '../api/query-client.ts';
import type { Schemas } from '../api/schema.ts';
import { useToast } from '../ui/toast.tsx';
import { useClientKey } from './session/session.tsx';

export function useSettings() {
  const client = useClientKey();
  return useQuery({
    queryKey: [client, 'settings'],
    queryFn: ({ signal }) => read(api.GET('/v2/settings', { signal })),
  });
}

/** Saves a part of the settings of the client; the rest stays. */
export function useSaveSettings() {
  const client = useClientKey();
  const say = useToast();
  return useMutation({
    mutationFn: (body: Schemas['SettingsUpdate']) => read(api.PATCH('/v2/settings', { body })),
    onSuccess: (settings) => {
      queryClient.setQueryData([client, 'settings'], settings);
      void queryClient.invalidateQueries({ queryKey: selfKey });
      say('Settings saved.');
    },
    onError: (error) => say(messageOf(error), 'bad'),
  });
}
