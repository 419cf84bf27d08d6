import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { api, read } from '../api/client.ts';
import { useList } from '../app/lists/list-query.tsx';
import { useClientKey } from '../app/session/session.tsx';
import { DeliveryList } from '../developers/delivery-list.tsx';
import { deliveryPace } from '../developers/delivery-pace.ts';
import { Card } from '../ui/card.tsx';
import { Id } from '../ui/copy.tsx';
import { Json } from '../ui/json.tsx';
import { PageQuery } from '../ui/page-query.tsx';
import { Page } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Time } from '../ui/time.tsx';

const route = getRouteApi('/gate/shell/developers/events/$eventId');

/** The event as it was sent, and the answer of each endpoint. */
export function EventPage() {
  const { eventId } = route.useParams();
  const client = useClientKey();
  const query = useQuery({
    queryKey: [client, 'events', eventId],
    queryFn: ({ signal }) => read(api.GET('/v2/events/{eventId}', { params: { path: { eventId } }, signal })),
  });
  const deliveries = useList(
    ['deliveries', 'of', eventId],
    (signal) => read(api.GET('/v2/deliveries', { params: { query: { eventId, limit: 100 } }, signal })),
    { everyMs: deliveryPace },
  );
  return (
    <PageQuery query={query}>
      {({ id, body }) => (
        <Page
          title={body.type}
          description={
            <span className="flex flex-wrap items-center gap-x-3 text-[13px]">
              <Id value={id} />
              <Time at={body.timestamp} precise />
              {'verificationId' in body.data && (
                <Link
                  to="/verifications/$verificationId"
                  params={{ verificationId: body.data.verificationId }}
                  className="link"
                >
                  Verification
                </Link>
              )}
            </span>
          }
        >
          <Card title="Deliveries" description="One for each endpoint that subscribes to this type." flush>
            <QueryView query={deliveries}>{({ data }) => <DeliveryList deliveries={data} open />}</QueryView>
          </Card>
          <Card
            title="Request"
            description={`POST with the headers webhook-id: ${id}, webhook-timestamp and webhook-signature`}
          >
            <Json label="Body of the request" value={body} />
          </Card>
        </Page>
      )}
    </PageQuery>
  );
}
