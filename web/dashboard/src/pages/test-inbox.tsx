import { getRouteApi, Link } from '@tanstack/react-router';
import { Inbox, Mail, MessageSquare } from 'lucide-react';
import { api, read } from '../api/client.ts';
import { Pager, useList } from '../app/lists/list-query.tsx';
import { useSession } from '../app/session/session.tsx';
import { Card } from '../ui/card.tsx';
import { CopyBox } from '../ui/copy.tsx';
import { Page } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';

const route = getRouteApi('/gate/shell/developers/test-inbox');

/** Messages of a test client: they come here instead of to a person. */
export function TestInboxPage() {
  const search = route.useSearch();
  const { client } = useSession();
  const list = useList(
    ['test-inbox', search],
    (signal) => read(api.GET('/v2/test-inbox', { params: { query: search }, signal })),
    { everyMs: 3_000, enabled: client?.mode === 'test' },
  );
  return (
    <Page
      title="Test inbox"
      description="Text messages and emails of this test client, with their codes. New ones appear automatically."
    >
      {client?.mode !== 'test' ? (
        <Card>
          <Empty Icon={Inbox} title="Only clients in test mode have an inbox">
            Choose a test client above. A live client’s messages go to real people.
          </Empty>
        </Card>
      ) : (
        <Card>
          <div className="-m-5">
            <QueryView query={list}>
              {({ data, nextCursor }) =>
                data.length === 0 ? (
                  <Empty Icon={Inbox} title="No messages yet">
                    Start a flow with a phone or email step, and its code appears here.
                  </Empty>
                ) : (
                  <>
                    <ul>
                      {data.map((message) => {
                        const Icon = message.channel === 'sms' ? MessageSquare : Mail;
                        return (
                          <li
                            key={message.id}
                            className="flex flex-wrap items-start gap-x-4 gap-y-3 border-b border-line px-5 py-4 last:border-b-0"
                          >
                            <Icon
                              aria-label={message.channel === 'sms' ? 'Text message' : 'Email'}
                              className="mt-0.5 size-5 shrink-0 text-faint"
                            />
                            <div className="min-w-0 flex-1 basis-60">
                              <p className="font-medium">{message.to}</p>
                              {message.subject !== null && <p className="text-soft">{message.subject}</p>}
                              <p className="mt-1 break-words whitespace-pre-wrap text-soft">{message.text}</p>
                              <p className="mt-1 text-[13px] text-faint">
                                <Time at={message.at} />
                                {message.verificationId !== null && (
                                  <>
                                    {' · '}
                                    <Link
                                      to="/verifications/$verificationId"
                                      params={{ verificationId: message.verificationId }}
                                      className="link"
                                    >
                                      Verification
                                    </Link>
                                  </>
                                )}
                              </p>
                            </div>
                            {message.code !== null && <CopyBox value={message.code} label="Code" className="w-44" />}
                          </li>
                        );
                      })}
                    </ul>
                    <Pager after={search.after} nextCursor={nextCursor} />
                  </>
                )
              }
            </QueryView>
          </div>
        </Card>
      )}
    </Page>
  );
}
