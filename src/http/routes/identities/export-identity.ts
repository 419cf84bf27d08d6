import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { exportIdentityRoute } from '../../../contract/routes/identities.ts';
import type { createExportIdentity, ExportedPerson } from '../../../services/identities/export-identity.ts';
import { bindRoute } from '../../bound-route.ts';

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
  'application/jose': 'jwe',
};

export function bindExportIdentity(exportIdentity: ReturnType<typeof createExportIdentity>) {
  return bindRoute(exportIdentityRoute, async ({ caller, input: { params } }) => {
    const body = zipOf(await exportIdentity(caller, params.identityId));
    return {
      status: 200 as const,
      body,
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${params.identityId}.zip"`,
        'cache-control': 'private, no-store',
      },
    };
  });
}

/** Written as it is read, file by file. One that cannot be opened cuts the download off, which no reader takes for a whole zip. */
function zipOf({ document, files }: ExportedPerson): NodeJS.ReadableStream {
  const zip = new ZipFile();
  const body = new Readable().wrap(zip.outputStream);
  zip.on('error', (error: Error) => body.destroy(error));
  zip.addBuffer(Buffer.from(JSON.stringify(document, null, 2), 'utf8'), 'person.json');
  for (const { verificationId, mediaId, contentType, read } of files) {
    const name = `files/${verificationId}/${mediaId}.${extensions[contentType] ?? 'bin'}`;
    // Pictures and encrypted files do not get smaller.
    zip.addReadStreamLazy(name, { compress: false }, (answer) => {
      read().then(
        (bytes) => answer(null, Readable.from([bytes])),
        (error: unknown) => {
          body.destroy(error instanceof Error ? error : new Error('a file could not be read'));
        },
      );
    });
  }
  zip.end();
  return body;
}
