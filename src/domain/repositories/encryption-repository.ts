import type { EncryptionConfiguration } from '../encryption/encryption-configuration.ts';
import type { Page } from './webhook-repositories.ts';

export interface EncryptionRepository {
  create(configuration: Omit<EncryptionConfiguration, 'createdAt'>): Promise<EncryptionConfiguration>;
  find(clientId: string, configurationId: string): Promise<EncryptionConfiguration | null>;
  /** The key to which a verification is encrypted; null when it is not. A key of attempts without a verdict can be removed before they are. */
  findOfVerification(verificationId: string): Promise<EncryptionConfiguration | 'removed' | null>;
  list(clientId: string, page: Page): Promise<EncryptionConfiguration[]>;
  /** `inUse`: a verification that is neither sealed nor ended uses it. Blocks starts that would choose it. */
  delete(clientId: string, configurationId: string): Promise<'deleted' | 'inUse' | 'notFound'>;
  /** Whether the client has it. Nobody can delete it until the transaction ends. */
  hold(clientId: string, configurationId: string): Promise<boolean>;
  /** Chooses it for a verification of its client, in the transaction of the start. False when there is none. */
  choose(clientId: string, configurationId: string, verificationId: string): Promise<boolean>;
  /** Verifications with a final verdict that are not sealed yet. */
  listToSeal(limit: number, except: readonly string[]): Promise<string[]>;
  /**
   * Keeps only what a replay of the attempt needs: outcomes and codes. Overwrites everything else that was read or submitted: the record
   * and evidence of each step, its inputs and results, device, contacts, messages and addresses. `jwe` replaces them.
   */
  seal(verification: { id: string; clientId: string; identityId: string }, jwe: string): Promise<void>;
  /** Replaces the readable file by the encrypted one, and schedules the readable object for removal. */
  sealMedia(mediaId: string, sealed: { objectKey: string; bytes: number }): Promise<void>;
  /** The file cannot be sealed: it becomes unusable, and if its object comes back, it is removed. */
  dropLostMedia(mediaId: string): Promise<void>;
}
