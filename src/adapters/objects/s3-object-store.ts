import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import {
  ObjectMissing,
  requireObjectKey,
  StorageAway,
  StorageFull,
  type ObjectStore,
} from '../../domain/ports/object-store.ts';

export interface S3Settings {
  bucket: string;
  /** Null: Amazon's own address. */
  endpoint: string | null;
  region: string;
  /** Null: the machine's own credentials (a role, a profile). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** `https://host/bucket/key` instead of `https://bucket.host/key`. */
  forcePathStyle: boolean;
  /** A prefix of every key, so that one bucket can serve several purposes. */
  prefix: string;
}

/** The smallest part that S3 accepts. One part at a time: an upload holds no more than this in memory, and a failure ends it. */
const partBytes = 5 * 1024 * 1024;
const connectTimeoutMs = 3_000;
const requestTimeoutMs = 20_000;

/**
 * Objects in a bucket of S3 or a compatible store. A body above 5 MB is uploaded in parts, and becomes an object only with the last part: a
 * reader sees a whole object or none.
 */
export function createS3ObjectStore(settings: S3Settings): ObjectStore {
  const client = new S3Client({
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    ...(settings.endpoint !== null && { endpoint: settings.endpoint }),
    ...(settings.credentials !== null && { credentials: settings.credentials }),
    // The bytes are encrypted and authenticated when they are read; many stores do not know S3's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectTimeoutMs,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
    },
  });
  const Bucket = settings.bucket;
  const nameOf = (key: string) => `${settings.prefix}${requireObjectKey(key)}`;

  /** Removes an upload's parts; an upload that has already ended is not an error. */
  async function abort(Key: string, UploadId: string): Promise<void> {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch((error: unknown) => {
      if (!isMissing(error)) throw translate(error);
    });
  }

  return {
    async put(key, body) {
      const Key = nameOf(key);
      const source = Readable.from(Buffer.isBuffer(body) ? [body] : body);
      const params = { Bucket, Key, Body: source, ContentType: 'application/octet-stream' };
      // The parts are removed below: when the library's own clean-up fails, it hides the cause.
      const upload = new Upload({ client, params, partSize: partBytes, queueSize: 1, leavePartsOnError: true });
      try {
        await upload.done();
      } catch (error) {
        const { uploadId } = upload;
        if (uploadId !== undefined) await abort(Key, uploadId).catch(() => undefined);
        throw translate(error);
      }
    },

    async get(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: nameOf(key) }));
        if (Body === undefined) throw new ObjectMissing();
        return Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        throw translate(error);
      }
    },

    async copy(key, newKey) {
      const CopySource = encodeURI(`${Bucket}/${nameOf(key)}`);
      await client.send(new CopyObjectCommand({ Bucket, Key: nameOf(newKey), CopySource })).catch(rethrow);
    },

    async *list(prefix) {
      try {
        const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: `${settings.prefix}${prefix}` });
        for await (const { Contents = [] } of pages) {
          for (const { Key = '' } of Contents) yield Key.slice(settings.prefix.length);
        }
      } catch (error) {
        throw translate(error);
      }
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: nameOf(key) })).catch((error: unknown) => {
        if (!isMissing(error)) throw translate(error);
      });
    },

    async prepare() {
      try {
        await client.send(new HeadBucketCommand({ Bucket }));
      } catch (error) {
        if (!isMissing(error)) throw translate(error);
        await client.send(new CreateBucketCommand({ Bucket })).catch(rethrow);
      }
    },

    async probe() {
      await client.send(new HeadBucketCommand({ Bucket })).catch(rethrow);
    },

    async sweepPartial(olderThan) {
      const left = await listUploads(client, { Bucket, Prefix: settings.prefix });
      let swept = 0;
      for (const { Key, UploadId, Initiated } of left) {
        if (Initiated === undefined || Initiated >= olderThan) continue;
        await abort(Key ?? '', UploadId ?? '');
        swept += 1;
      }
      return swept;
    },
  };
}

/** Multipart uploads that were started and not completed. A store that cannot list them must expire them by its own rule. */
async function listUploads(client: S3Client, bucket: { Bucket: string; Prefix: string }) {
  try {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand(bucket));
    return Uploads;
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'NotImplemented') return [];
    throw translate(error);
  }
}

/** Stores' names for a lack of space: S3 Express and Ceph, MinIO (twice), and RFC 4918's status. */
const fullNames = new Set([
  'QuotaExceeded',
  'InsufficientCapacity',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
]);
const fullStatus = 507;
const missingNames = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);

const isMissing = (error: unknown): boolean => error instanceof S3ServiceException && missingNames.has(error.name);

/** Converts errors to the port's. Errors that are not the store's or the network's fault (a wrong key, a missing bucket) are unchanged. */
function translate(error: unknown): unknown {
  if (isMissing(error)) return new ObjectMissing();
  if (!(error instanceof S3ServiceException)) return isFaultOfNetwork(error) ? new StorageAway(error) : error;
  const status = error.$metadata.httpStatusCode ?? 0;
  if (fullNames.has(error.name) || status === fullStatus) return new StorageFull();
  return status >= 500 || status === 429 ? new StorageAway(error) : error;
}

/** Node's codes begin with an E; the client has its own name for a timeout. */
function isFaultOfNetwork(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || ('code' in error && /^E[A-Z]+$/.test(String(error.code)));
}

function rethrow(error: unknown): never {
  throw translate(error);
}
