import type { SessionApi } from '../api/session-api.ts';
import type { Reporter } from '../flow/create-reporter.ts';
import type { Presentation } from '../presentation.ts';
import type { FlowStore } from './flow-store.ts';
import type { LiveSession } from './live-session.ts';

/** What a start, a resumption and a hand-over work with. */
export interface FlowParts {
  options: Presentation;
  api: SessionApi;
  store: FlowStore;
  live: LiveSession;
  reporter: Reporter;
  showFault: (error: unknown) => void;
}
