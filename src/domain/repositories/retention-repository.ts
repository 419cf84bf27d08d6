import type { Retention, RetentionPreview } from '../privacy/retention.ts';

/** Finds data that is older than a client keeps it, by the database's clock. A running attempt is never old. */
export interface RetentionRepository {
  /** Clients with a retention period. */
  listRetentions(): Promise<(Retention & { clientId: string })[]>;
  /** Attempts that still have files and ended more than this many days ago, oldest first. */
  listWithOldMedia(
    clientId: string,
    days: number,
    limit: number,
    except: readonly string[],
  ): Promise<{ verificationId: string; identityId: string }[]>;
  /** People all of whose attempts ended more than this many days ago, by id, starting after `after`. */
  listOldIdentities(
    clientId: string,
    days: number,
    limit: number,
    except: readonly string[],
    after: string,
  ): Promise<string[]>;
  /** Old attempts of people who have newer ones, too. */
  listOldVerifications(
    clientId: string,
    days: number,
    limit: number,
    except: readonly string[],
  ): Promise<{ verificationId: string; identityId: string }[]>;
  preview(clientId: string, retention: Retention): Promise<RetentionPreview>;
}

/** Tables that are partitioned by the time of an id, so that old rows leave with their partition. */
export interface PartitionRepository {
  listTables(): Promise<string[]>;
  /** In a transaction: makes the first coming partition of the table that is missing, and returns its name. Null when there is none. */
  makeNext(table: string): Promise<string | null>;
  /** In a transaction: drops one partition of the table whose time is over, and returns its name. Null when there is none. */
  dropOne(table: string): Promise<string | null>;
  measure(): Promise<PartitionMeasure[]>;
}

export interface PartitionMeasure {
  table: string;
  /** For how many days from now on every new row has a partition. */
  daysAhead: number;
  /** Rows in the default partition, counted up to a thousand. */
  rowsOutside: number;
}
