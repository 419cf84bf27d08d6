import type { EventType } from '../webhooks/event-type.ts';
import type { QueuedJob } from '../ports/job-queue.ts';
import type { OutboxRun } from './outbox-repository.ts';
import type {
  AttemptError,
  DeliveryStatus,
  DisabledReason,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEvent,
} from '../webhooks/webhook.ts';

/** A page of a list, newest first: those with an id below `before`. */
export interface Page {
  limit: number;
  before: string | null;
}

export interface WebhookEndpointRepository {
  create(endpoint: {
    id: string;
    clientId: string;
    url: string;
    description: string;
    eventTypes: EventType[];
    secret: string;
  }): Promise<WebhookEndpoint>;
  find(clientId: string, endpointId: string): Promise<WebhookEndpoint | null>;
  list(clientId: string, page: Page): Promise<WebhookEndpoint[]>;
  /** The enabled endpoints that want events of these types. */
  listWanting(clientId: string, types: readonly EventType[]): Promise<{ endpointId: string; type: EventType }[]>;
  /** With its deliveries. False when there is none. */
  delete(clientId: string, endpointId: string): Promise<boolean>;
  /** The old secret signs in addition to the new one for `hours`. Null when there is no such endpoint. */
  rotateSecret(clientId: string, endpointId: string, secret: string, hours: number): Promise<{ until: Date } | null>;
  /** What is named changes. Enabling forgets the failures. Null when there is no such endpoint. */
  update(
    clientId: string,
    endpointId: string,
    changes: {
      url?: string | undefined;
      description?: string | undefined;
      eventTypes?: EventType[] | undefined;
      enabled?: boolean | undefined;
    },
  ): Promise<WebhookEndpoint | null>;
  /** Notes that an attempt failed, and answers since when they all have, by the database's clock. */
  noteFailure(endpointId: string): Promise<{ failingSince: Date; now: Date }>;
  disable(endpointId: string, reason: DisabledReason): Promise<void>;
}

export interface WebhookEventRepository {
  /**
   * The next number of the verification's events, the first of `count` that are now the caller's. Its row is held to the end, so
   * that numbers appear in their order.
   */
  nextSequence(verificationId: string, count: number): Promise<number>;
  /** Whether the verification has ever had an event. Its row is held to the end. */
  hasAny(verificationId: string): Promise<boolean>;
  /**
   * Each with a delivery, due at once, and a row of the outbox for every endpoint that it names. Bodies are sealed with the
   * identity's data key, or with the client's key when they concern no identity.
   */
  createAll(
    events: readonly {
      id: string;
      clientId: string;
      identityId: string | null;
      verificationId: string | null;
      type: EventType;
      sequence: number | null;
      body: unknown;
      endpointIds: readonly string[];
    }[],
  ): Promise<{ id: string; job: QueuedJob }[]>;
  /**
   * Without those of erased identities, whose bodies nobody can read any more. `last`: the id that the next page lies
   * below, null on the last page.
   */
  list(
    clientId: string,
    page: Page,
    filter: { type?: EventType | undefined; identityId?: string | undefined; verificationId?: string | undefined },
  ): Promise<{ events: WebhookEvent[]; last: string | null }>;
  find(clientId: string, eventId: string): Promise<WebhookEvent | null>;
  /** Removes events that are older than they are kept, with their deliveries. Answers how many. */
  deleteOld(limit: number): Promise<number>;
}

/** A waiting delivery with everything that an attempt takes. */
export interface DueDelivery {
  id: string;
  endpointId: string;
  eventId: string;
  clientId: string;
  /** Attempts made so far, and those of them that the schedule counts. */
  attempts: number;
  attemptsInSchedule: number;
  url: string;
  httpsOnly: boolean;
  disabled: boolean;
  /** Since when every attempt at its endpoint has failed; null when the last one did not. */
  failingSince: Date | null;
  /** When this was read, by the same clock. */
  foundAt: Date;
  /** The JSON text as it is sent, and the key that it and the answers are sealed under. Null when the person was erased. */
  event: { key: Buffer; body: string } | null;
  /** The present secret, and the one before while it rotates. */
  secrets: string[];
}

export interface WebhookDeliveryRepository {
  /** Outside any transaction. Null when it is not waiting (any more) or its endpoint is gone. */
  findDue(deliveryId: string): Promise<DueDelivery | null>;
  /**
   * Keeps a successful attempt and ends the delivery, its endpoint's failures and its row of the outbox, in one
   * statement. False when another run was first.
   */
  recordDelivered(
    run: OutboxRun,
    from: DueDelivery,
    attempt: { durationMs: number; status: number; answer: Buffer | null },
  ): Promise<boolean>;
  /**
   * Keeps a failed attempt, notes that the endpoint fails, and puts the delivery and its row of the outbox off, in one statement that
   * deliveries share. False when another run was first.
   */
  recordFailed(
    run: OutboxRun,
    from: DueDelivery,
    attempt: { durationMs: number; status: number | null; error: AttemptError | null; answer: Buffer | null },
    nextAfterMs: number,
  ): Promise<boolean>;
  /** Puts a delivery off that was not tried, in a statement that deliveries share. False when another run was first. */
  putOff(run: OutboxRun, from: DueDelivery, nextAfterMs: number): Promise<boolean>;
  /**
   * Keeps an attempt and moves the delivery: to its end, or to its next attempt after `nextAfterMs`.
   * @throws MoveRefused when another run of the same attempt was first.
   */
  recordAttempt(
    from: DueDelivery,
    attempt: { durationMs: number; status: number | null; error: AttemptError | null; answer: Buffer | null },
    to: { status: DeliveryStatus; nextAfterMs: number | null },
  ): Promise<void>;
  /** waiting → failed without an attempt. */
  drop(deliveryId: string): Promise<void>;
  list(
    clientId: string,
    page: Page,
    filter: { eventId?: string | undefined; endpointId?: string | undefined; status?: DeliveryStatus | undefined },
  ): Promise<WebhookDelivery[]>;
  find(clientId: string, deliveryId: string): Promise<WebhookDelivery | null>;
  /** Puts an ended delivery back at the start of the schedule. False when it is still waiting. */
  restart(deliveryId: string): Promise<boolean>;
  /**
   * Makes the next attempt of a waiting delivery due now; the rest of its schedule stays. False when the attempt is due already
   * or under way, and when the delivery has ended.
   */
  bringForward(deliveryId: string): Promise<boolean>;
  /** The same as `restart` for up to `limit` that failed for good since then. Answers their ids. */
  restartFailed(endpointId: string, since: Date, limit: number): Promise<string[]>;
}
