import { Problem } from '../faults/errors.ts';

/** A stored file is lost or altered. Retrying finds the same: work on it ends in review, never in a pass. */
export class MediaDamaged extends Problem {
  constructor(cause: unknown) {
    super('media.damaged', { cause });
    this.name = 'MediaDamaged';
  }
}
