import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const worthCompressing = /\.(js|css|html|json|svg|map)$/;
const smallestBytes = 512;

/** Writes a `.br` and a `.gz` next to each built file, which the server sends to clients that accept them. */
export function compressedTwins(): Plugin {
  let outDir = '';
  return {
    name: 'compressed-twins',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    writeBundle() {
      for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
        const file = join(outDir, name);
        if (!worthCompressing.test(name) || statSync(file).size < smallestBytes) continue;
        const content = readFileSync(file);
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
        // Source maps are rarely requested, so they are not compressed.
        const quality = name.endsWith('.map') ? 5 : 11;
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
        );
      }
    },
  };
}
