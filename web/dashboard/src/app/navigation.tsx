import { Link } from '@tanstack/react-router';
import {
  BarChart3,
  BookOpen,
  Fingerprint,
  HeartPulse,
  History,
  Inbox,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  LockKeyhole,
  MonitorSmartphone,
  Radio,
  Settings,
  ShieldBan,
  TimerReset,
  UserCheck,
  Users,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import type { Right } from './session/permits.ts';
import { useSession } from './session/session.tsx';

interface Entry {
  to: string;
  text: string;
  Icon: LucideIcon;
  right?: Right;
  testOnly?: boolean;
  exact?: boolean;
}

const groups: readonly { title: string | null; entries: readonly Entry[] }[] = [
  {
    title: null,
    entries: [
      { to: '/', text: 'Overview', Icon: LayoutDashboard, exact: true },
      { to: '/verifications', text: 'Verifications', Icon: UserCheck, right: 'identities:read' },
      { to: '/identities', text: 'Identities', Icon: Fingerprint, right: 'identities:read' },
      { to: '/flows', text: 'Flows', Icon: ListChecks, right: 'flows:write' },
      { to: '/analytics', text: 'Analytics', Icon: BarChart3, right: 'account:write' },
    ],
  },
  {
    title: 'Developers',
    entries: [
      { to: '/developers/tokens', text: 'API tokens', Icon: KeyRound, right: 'account:write' },
      { to: '/developers/sdk', text: 'SDK', Icon: MonitorSmartphone, right: 'account:write' },
      { to: '/developers/webhooks', text: 'Webhooks', Icon: Webhook, right: 'webhooks:write' },
      { to: '/developers/events', text: 'Events', Icon: Radio, right: 'webhooks:write' },
      { to: '/developers/test-inbox', text: 'Test inbox', Icon: Inbox, right: 'verifications:write', testOnly: true },
      { to: '/developers/encryption', text: 'Encryption', Icon: LockKeyhole, right: 'account:write' },
    ],
  },
  {
    title: 'Settings',
    entries: [
      { to: '/settings', text: 'General', Icon: Settings, right: 'account:write', exact: true },
      { to: '/settings/access', text: 'IP rules', Icon: ShieldBan, right: 'account:write' },
      { to: '/settings/retention', text: 'Retention', Icon: TimerReset, right: 'account:write' },
      { to: '/settings/team', text: 'Team', Icon: Users, right: 'operators:read' },
      { to: '/settings/audit-log', text: 'Audit log', Icon: History, right: 'account:write' },
      { to: '/settings/health', text: 'Health', Icon: HeartPulse },
    ],
  },
];

const linkClasses =
  'flex items-center gap-2.5 rounded-lg px-2.5 py-1.5 font-medium text-soft transition-colors hover:bg-sunken hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:text-link';

/** The pages that the operator's role opens. */
export function Navigation({ onFollow }: { onFollow?: () => void }) {
  const { may, client } = useSession();
  const shown = (entry: Entry) =>
    (entry.right === undefined || may(entry.right, 'read')) && (entry.testOnly !== true || client?.mode === 'test');
  return (
    <nav aria-label="Pages" className="flex flex-col gap-5">
      {groups.map(({ title, entries }) => {
        const open = entries.filter(shown);
        if (open.length === 0) return null;
        return (
          <div key={title}>
            {title !== null && <p className="mb-1.5 px-2.5 text-xs font-medium text-faint">{title}</p>}
            <ul className="flex flex-col gap-0.5">
              {open.map(({ to, text, Icon, exact = false }) => (
                <li key={to}>
                  <Link
                    to={to}
                    activeOptions={{ exact, includeSearch: false }}
                    className={linkClasses}
                    {...(onFollow && { onClick: onFollow })}
                  >
                    <Icon aria-hidden className="size-4 shrink-0" />
                    {text}
                  </Link>
                </li>
              ))}
              {title === 'Developers' && (
                <li>
                  <a href="/docs" className={linkClasses}>
                    <BookOpen aria-hidden className="size-4 shrink-0" />
                    API reference
                  </a>
                </li>
              )}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
