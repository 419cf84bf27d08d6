import type { EncryptionConfiguration } from '../encryption/encryption-configuration.ts';
import type { Page } from './webhook-repositories.ts';

export interface EncryptionRepository {
  create(configuration: Omit<EncryptionConfiguration, 'createdAt'>): Promise<EncryptionConfiguration>;
  find(clientId: string, configurationId: string): Promise<EncryptionConfiguration | null>;
  /** The key that a verification is encrypted to; null when it is not. */
  findOfVerification(verificationId: string): Promise<EncryptionConfiguration | null>;
  list(clientId: string, page: Page): Promise<EncryptionConfiguration[]>;
  /** `inUse`: a verification that is not sealed or ended yet has it. Holds off starts that would choose it. */
  delete(clientId: string, configurationId: string): Promise<'deleted' | 'inUse' | 'notFound'>;
  /** Whether the client has it; until the transaction ends nobody deletes it. */
  hold(clientId: string, configurationId: string): Promise<boolean>;
  /** Chooses it for a verification of its client, in the transaction of the start. False when there is none. */
  choose(clientId: string, configurationId: string, verificationId: string): Promise<boolean>;
  /** Verifications with a final verdict that are still to be sealed. */
  listToSeal(limit: number, except: readonly string[]): Promise<string[]>;
  /**
   * Leaves of the attempt what a replay needs: outcomes and codes. Everything else that was read or given is overwritten:
   * the record and evidence of each step, its inputs and results, device, contacts, messages and addresses. `jwe` takes their
   * place.
   */
  seal(verification: { id: string; clientId: string; identityId: string }, jwe: string): Promise<void>;
  /** Puts the encrypted file in the place of the readable one, whose object is scheduled for removal. */
  sealMedia(mediaId: string, sealed: { objectKey: string; bytes: number }): Promise<void>;
  /** The file cannot be sealed: it is unusable from now on, and should its object come back, it is removed. */
  dropLostMedia(mediaId: string): Promise<void>;
}
