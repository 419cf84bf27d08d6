import { Fragment } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../api/schema.ts';
import { Card } from '../ui/card.tsx';
import { Time } from '../ui/time.tsx';

/** The verification's events; each links to its deliveries. */
export function WebhooksSent({ events }: { events: readonly Schemas['StoredEvent'][] }) {
  return (
    <Card title="Events" description="Kept for 30 days. Open one to see its deliveries." flush>
      {events.length === 0 ? (
        <p className="px-5 py-4 text-soft">None in the last 30 days.</p>
      ) : (
        <ul>
          {events.map(({ id, body }) => (
            <li
              key={id}
              className="relative flex items-center justify-between gap-3 border-b border-line px-5 py-2.5 last:border-b-0 hover:bg-sunken/60"
            >
              <Link
                to="/developers/events/$eventId"
                params={{ eventId: id }}
                className="min-w-0 font-mono text-[13px] after:absolute after:inset-0 hover:text-link"
              >
                <Parts text={body.type} />
              </Link>
              <span className="shrink-0 text-[13px] text-faint">
                <Time at={body.timestamp} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** A dotted word that breaks only between its parts. */
function Parts({ text }: { text: string }) {
  return text.split(/(?<=[._])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
