import {
  Ban,
  Check,
  CircleDashed,
  CircleHelp,
  Clock,
  LoaderCircle,
  Minus,
  Trash2,
  TriangleAlert,
  X,
  type LucideIcon,
} from 'lucide-react';
import { Badge, type Tone } from './badge.tsx';

/** Every state that the service has a word for, with the words and the colour for people. A state is never colour alone. */
const states: Readonly<Record<string, { text: string; tone: Tone; Icon: LucideIcon }>> = {
  pending: { text: 'Pending', tone: 'neutral', Icon: Clock },
  running: { text: 'Running', tone: 'info', Icon: LoaderCircle },
  verified: { text: 'Verified', tone: 'good', Icon: Check },
  reviewNeeded: { text: 'Needs review', tone: 'warn', Icon: TriangleAlert },
  rejected: { text: 'Rejected', tone: 'bad', Icon: X },
  cancelled: { text: 'Cancelled', tone: 'neutral', Icon: Ban },
  expired: { text: 'Expired', tone: 'neutral', Icon: Clock },
  deleted: { text: 'Erased', tone: 'neutral', Icon: Trash2 },
  waiting: { text: 'Waiting', tone: 'neutral', Icon: Clock },
  processing: { text: 'Processing', tone: 'info', Icon: LoaderCircle },
  finished: { text: 'Finished', tone: 'good', Icon: Check },
  skipped: { text: 'Skipped', tone: 'neutral', Icon: Minus },
  passed: { text: 'Passed', tone: 'good', Icon: Check },
  warning: { text: 'Doubtful', tone: 'warn', Icon: TriangleAlert },
  failed: { text: 'Failed', tone: 'bad', Icon: X },
  error: { text: 'Could not tell', tone: 'warn', Icon: CircleHelp },
  delivered: { text: 'Delivered', tone: 'good', Icon: Check },
  draft: { text: 'Draft', tone: 'neutral', Icon: CircleDashed },
  published: { text: 'Published', tone: 'good', Icon: Check },
  disabled: { text: 'Disabled', tone: 'neutral', Icon: Ban },
  enabled: { text: 'Enabled', tone: 'good', Icon: Check },
  active: { text: 'Active', tone: 'good', Icon: Check },
  revoked: { text: 'Revoked', tone: 'neutral', Icon: Ban },
  up: { text: 'Up', tone: 'good', Icon: Check },
  down: { text: 'Down', tone: 'bad', Icon: X },
  notConfigured: { text: 'Not configured', tone: 'neutral', Icon: Minus },
};

export function stateText(state: string): string {
  return states[state]?.text ?? state;
}

export function StatusBadge({ state, text }: { state: string; text?: string }) {
  const { tone, Icon, text: own } = states[state] ?? { tone: 'neutral' as const, Icon: CircleHelp, text: state };
  return (
    <Badge tone={tone}>
      <Icon aria-hidden className="size-3.5" strokeWidth={2.4} />
      {text ?? own}
    </Badge>
  );
}
