import { newId } from '../../src/domain/id.ts';
import type { Upload } from '../../src/domain/media/media.ts';

/** A file as an upload leaves it, for steps that run without HTTP and database. */
export function madeUpFile(kind: Upload['kind'], contentType: string, { length: bytes }: Buffer): Upload {
  return {
    id: newId('media'),
    clientId: newId('client'),
    identityId: newId('identity'),
    verificationId: newId('verification'),
    stepRunId: newId('stepRun'),
    attempt: 1,
    kind,
    origin: 'sdk',
    capture: null,
    originFindings: null,
    contentType,
    bytes,
    objectKey: '',
    state: 'received',
    widthPx: null,
    heightPx: null,
    acceptable: null,
    codes: [],
    createdAt: new Date(0),
  };
}
