import { useQuery } from '@tanstack/react-query';
import { api, done, read } from '../../api/client.ts';
import { messageOf } from '../../api/problem.ts';
import { queryClient } from '../../api/query-client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toast.tsx';

const sessionsKey = ['own-sessions'];

/** The operator's own sessions, and buttons to end them. */
export function OwnSessionsCard() {
  const say = useToast();
  const sessions = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => read(api.GET('/v2/self/sessions', { signal })),
  });
  const end = async (request: Promise<void>, text: string) => {
    try {
      await request;
      say(text);
    } catch (error) {
      say(messageOf(error), 'bad');
    }
    void queryClient.invalidateQueries({ queryKey: sessionsKey });
  };
  const endOne = (operatorSessionId: string) =>
    end(
      done(api.DELETE('/v2/self/sessions/{operatorSessionId}', { params: { path: { operatorSessionId } } })),
      'That browser has been signed out.',
    );
  const endOthers = () =>
    end(done(api.POST('/v2/self/sessions/end-others')), 'You have been signed out everywhere else.');
  return (
    <Card title="Where you are signed in">
      <QueryView query={sessions}>
        {({ data }) => (
          <div className="flex flex-col items-start gap-4">
            <ul className="w-full divide-y divide-line">
              {data.map(({ id, device, current, lastUsedAt }) => (
                <li key={id} className="flex items-center justify-between gap-3 py-2.5">
                  <span>
                    {device ?? 'Unknown browser'}
                    <span className="block text-[13px] text-faint">
                      Last used: <Time at={lastUsedAt} />
                    </span>
                  </span>
                  {current ? (
                    <Badge tone="good">This browser</Badge>
                  ) : (
                    <Button size="small" onClick={() => void endOne(id)}>
                      Sign out this browser
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {data.length > 1 && <Button onClick={() => void endOthers()}>Sign out everywhere else</Button>}
          </div>
        )}
      </QueryView>
    </Card>
  );
}
