import type { Retention, RetentionPreview } from '../privacy/retention.ts';

/** What is older than a client keeps it, by the database's clock. An attempt that is under way is never old. */
export interface RetentionRepository {
  /** Clients that do not keep everything for ever. */
  listRetentions(): Promise<(Retention & { clientId: string })[]>;
  /** Attempts that still have files and ended more than so many days ago, the oldest first. */
  listWithOldMedia(
    clientId: string,
    days: number,
    limit: number,
    except: readonly string[],
  ): Promise<{ verificationId: string; identityId: string }[]>;
  /** People all of whose attempts ended more than so many days ago, by id, from behind `after` on. */
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
