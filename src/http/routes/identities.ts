import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { RouteBody } from '../../contract/define-route.ts';
import {
  eraseIdentityRoute,
  exportIdentityRoute,
  getIdentityRoute,
  listIdentitiesRoute,
  updateIdentityRoute,
} from '../../contract/routes/identities.ts';
import { MediaDamaged } from '../../domain/media/media-damaged.ts';
import type { createEraseIdentity } from '../../services/erasure/erase-identity.ts';
import type { ExportedPerson, createExportIdentity } from '../../services/identities/export-identity.ts';
import type { IdentityUseCases } from '../../services/identities/identities.ts';
import { bindHotRoute, bindRoute, respond, type BoundRoute } from '../bound-route.ts';

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
  'application/jose': 'jwe',
};

export interface IdentityRouteUseCases extends IdentityUseCases {
  eraseIdentity: ReturnType<typeof createEraseIdentity>;
  exportIdentity: ReturnType<typeof createExportIdentity>;
}

/** The people of a client. */
export function identityRoutes(identities: IdentityRouteUseCases): BoundRoute[] {
  return [
    bindRoute(eraseIdentityRoute, async ({ caller, input: { params } }) => {
      await identities.eraseIdentity(caller, params.identityId);
      return respond(204);
    }),

    bindRoute(exportIdentityRoute, async ({ caller, input: { params } }) => {
      const body = zipOf(await identities.exportIdentity(caller, params.identityId));
      return {
        status: 200 as const,
        body,
        headers: {
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="${params.identityId}.zip"`,
          'cache-control': 'private, no-store',
        },
      };
    }),

    bindHotRoute(getIdentityRoute, async ({ caller, input: { params } }) => {
      // The record was validated by the response's schema when it was stored, and is sent as it is.
      const record: unknown = await identities.readIdentity(caller, params.identityId);
      return respond(200, record as RouteBody<typeof getIdentityRoute, 200>);
    }),

    bindRoute(listIdentitiesRoute, async ({ caller, input: { query } }) => {
      const { data, nextCursor } = await identities.listIdentities(caller, query);
      return respond(200, {
        data: data.map(({ createdAt, updatedAt, ...identity }) => ({
          ...identity,
          createdAt: createdAt.toISOString(),
          updatedAt: updatedAt.toISOString(),
        })),
        nextCursor,
      });
    }),

    bindRoute(updateIdentityRoute, async ({ caller, input: { params, body } }) => {
      // The record was validated by the response's schema when it was stored, and is sent as it is.
      const record: unknown = await identities.tagIdentity(caller, params.identityId, body);
      return respond(200, record as RouteBody<typeof updateIdentityRoute, 200>);
    }),
  ];
}

/**
 * Streamed file by file. Damaged files are omitted and named in `damaged-files.json`, so that one of them does not prevent the export of
 * the rest. Any other failure aborts the download, which no reader accepts as a complete zip.
 */
function zipOf({ document, files }: ExportedPerson): NodeJS.ReadableStream {
  const zip = new ZipFile();
  const body = new Readable().wrap(zip.outputStream);
  zip.on('error', (error: Error) => body.destroy(error));
  zip.addBuffer(Buffer.from(JSON.stringify(document, null, 2), 'utf8'), 'person.json');
  addFiles(zip, files).catch((error: unknown) => {
    body.destroy(error instanceof Error ? error : new Error('a file could not be read'));
  });
  return body;
}

async function addFiles(zip: ZipFile, files: ExportedPerson['files']): Promise<void> {
  const damaged: { verificationId: string; mediaId: string }[] = [];
  for (const { verificationId, mediaId, contentType, read } of files) {
    const bytes = await unlessDamaged(read);
    if (bytes === null) damaged.push({ verificationId, mediaId });
    else await addFile(zip, `files/${verificationId}/${mediaId}.${extensions[contentType] ?? 'bin'}`, bytes);
  }
  if (damaged.length > 0)
    zip.addBuffer(Buffer.from(JSON.stringify({ damaged }, null, 2), 'utf8'), 'damaged-files.json');
  zip.end();
}

/** Resolves when the file is written: an export may be larger than memory. */
function addFile(zip: ZipFile, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    // Pictures and encrypted files do not compress.
    zip.addReadStreamLazy(name, { compress: false }, (answer) => {
      const content = Readable.from([bytes]);
      content.once('end', resolve);
      answer(null, content);
    });
  });
}

async function unlessDamaged(read: () => Promise<Buffer>): Promise<Buffer | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof MediaDamaged) return null;
    throw error;
  }
}
