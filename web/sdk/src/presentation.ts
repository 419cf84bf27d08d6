import type { Session } from './api/contract.ts';
import type { FlowEnd, VerifyEventDetail, VerifyFlowOptions } from './public-types.ts';

/** What the loader passes to the flow. */
export interface Presentation extends VerifyFlowOptions, Partial<HostedExtras> {
  baseUrl: string;
  /** Where a hosted page leads afterwards: addresses that the client's settings list, and the host's state. */
  returnUrl?: string;
  cancelUrl?: string;
  state?: string;
  /** Set when a link contains the session. */
  handOverToken?: string;
  /** A separate page: nothing is behind the flow. */
  hosted?: boolean;
  started(ids: VerifyEventDetail): void;
  /** `code`: why it could not continue, if that is the screen that the person closed. */
  ended(end: FlowEnd, ids: VerifyEventDetail, code: string | null): void;
}

/** What a host of the hosted page adds, over its bridge. */
export interface HostedExtras {
  /** The device's languages, where the browser does not know them: BCP 47 tags, preferred first. */
  languages: readonly string[];
  /** The app around the page, as reported with the session. */
  app: { platform: string; version: string; model?: string; osVersion?: string };
  /** The host's font files, which replace addresses. */
  fonts: { regular?: ArrayBuffer; bold?: ArrayBuffer };
  /** An earlier session to continue if the tab has stored none. */
  resume: Session;
  /** Nothing is started; the person sees this code. */
  refusal: string;
  /** A session exists: started, resumed or taken over. */
  entered: (session: Session) => void;
  /** Opens an address outside the page. */
  openOutside: (url: string) => void;
}
