import type { EventType } from '../webhooks/event-type.ts';
import type { QueuedJob } from '../ports/job-queue.ts';
import type { OutboxRun } from './outbox-repository.ts';
import type {
  AttemptError,
  DeliveryStatus,
  DisabledReason,
  WebhookDelivery,
  WebhookEndpoint,
  StoredEvent,
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
  /** The enabled endpoints that subscribe to these types. */
  listSubscribed(clientId: string, types: readonly EventType[]): Promise<{ endpointId: string; type: EventType }[]>;
  /** With its deliveries. False when there is none. */
  delete(clientId: string, endpointId: string): Promise<boolean>;
  /** The old secret keeps signing together with the new one for `hours`. Null when the endpoint does not exist. */
  rotateSecret(clientId: string, endpointId: string, secret: string, hours: number): Promise<{ until: Date } | null>;
  /** Changes the given fields. Enabling resets the failures. Null when the endpoint does not exist. */
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
  /** Records a failed attempt, and returns since when all attempts have failed, by the database's clock. */
  noteFailure(endpointId: string): Promise<{ failingSince: Date; now: Date }>;
  disable(endpointId: string, reason: DisabledReason): Promise<void>;
}

export interface WebhookEventRepository {
  /**
   * Reserves the verification's next `count` event numbers and returns the first. Its row stays locked until the end, so that numbers
   * appear in order.
   */
  nextSequence(verificationId: string, count: number): Promise<number>;
  /** Whether the verification has ever had an event. Its row stays locked until the end. */
  hasAny(verificationId: string): Promise<boolean>;
  /**
   * Each with a delivery, due immediately, and a row of the outbox for every endpoint that it names. Bodies are encrypted with the
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
   * Without those of erased identities, whose bodies nobody can read. `last`: the id below which the next page starts, null on the last
   * page.
   */
  list(
    clientId: string,
    page: Page,
    filter: { type?: EventType | undefined; identityId?: string | undefined; verificationId?: string | undefined },
  ): Promise<{ events: StoredEvent[]; last: string | null }>;
  find(clientId: string, eventId: string): Promise<StoredEvent | null>;
  /**
   * Deletes events that no dropped week took away, with their deliveries. Returns their number. Waits longer than the weeks do: rows that are
   * deleted one by one make their drop pointless.
   */
  deleteOld(limit: number): Promise<number>;
}

/** A waiting delivery with everything that an attempt needs. */
export interface DueDelivery {
  id: string;
  endpointId: string;
  eventId: string;
  clientId: string;
  /** Attempts so far, and those of them that the schedule counts. */
  attempts: number;
  attemptsInSchedule: number;
  url: string;
  httpsOnly: boolean;
  disabled: boolean;
  /** Sent to try the endpoint out. */
  isTest: boolean;
  /** Since when every attempt at its endpoint has failed; null when the last one succeeded. */
  failingSince: Date | null;
  /** When this was read, by the same clock. */
  foundAt: Date;
  /** The JSON text that is sent, and the key that encrypts it and the responses. Null when the person was erased. */
  event: { key: Buffer; body: string } | null;
  /** The current secret and, during a rotation, the previous one. */
  secrets: string[];
}

export interface WebhookDeliveryRepository {
  /** Outside any transaction. Null when it is no longer waiting or its endpoint is gone. */
  findDue(deliveryId: string): Promise<DueDelivery | null>;
  /**
   * Stores a successful attempt and ends the delivery, its endpoint's failures and its row of the outbox, in one statement. False when
   * another run was first.
   */
  recordDelivered(
    run: OutboxRun,
    from: DueDelivery,
    attempt: { durationMs: number; status: number; answer: Buffer | null },
  ): Promise<boolean>;
  /**
   * Stores a failed attempt, records that the endpoint fails, and postpones the delivery and its row of the outbox, in one statement shared
   * by several deliveries. False when another run was first.
   */
  recordFailed(
    run: OutboxRun,
    from: DueDelivery,
    attempt: { durationMs: number; status: number | null; error: AttemptError | null; answer: Buffer | null },
    nextAfterMs: number,
  ): Promise<boolean>;
  /**
   * Postpones a delivery that was not tried, in a statement shared by several deliveries. False when another run was first. `skips`: so many
   * attempts of its schedule are left out.
   */
  postpone(run: OutboxRun, from: DueDelivery, nextAfterMs: number, skips?: number): Promise<boolean>;
  /** Makes the endpoint's deliveries that were never tried, and that skipped attempts, due now, the oldest first. */
  bringSkippedForward(clientId: string, endpointId: string): Promise<void>;
  /**
   * Stores an attempt and moves the delivery: to its end, or to its next attempt after `nextAfterMs`.
   * @throws MoveRefused when another run of the same attempt was first
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
  /** Restarts an ended delivery's schedule. False when it is still waiting. */
  restart(deliveryId: string): Promise<boolean>;
  /**
   * Makes a waiting delivery's next attempt due now; the rest of its schedule stays. False when the attempt is already due or running, and
   * when the delivery has ended.
   */
  bringForward(deliveryId: string): Promise<boolean>;
  /** Like `restart`, for up to `limit` deliveries that failed permanently since then. Returns their ids. */
  restartFailed(endpointId: string, since: Date, limit: number): Promise<string[]>;
}
