import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compressedTwins } from '../compressed-twins.ts';
import { pageHead } from './page-head.ts';
import { plainDynamicImports } from '../plain-dynamic-imports.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** One build for the package and for the pages that the service hosts with it, so that they share every chunk. */
export default defineConfig({
  root: file('.'),
  base: '/sdk/',
  plugins: [pageHead(), plainDynamicImports(), compressedTwins()],
  // Vite's own JSX, without a plug-in.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // Browsers with <dialog>, adoptedStyleSheets and MediaRecorder.
  build: {
    target: ['chrome105', 'firefox115', 'safari16.4'],
    sourcemap: true,
    // Pages name what they load at once. Lists for `import()` would be a second `__vite__mapDeps` in the code of a host that bundles the
    // package with Vite, which no browser runs.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, chunks, { hostType }) => (hostType === 'html' ? chunks : []),
    },
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: {
      preserveEntrySignatures: 'strict',
      external: ['react'],
      input: {
        verify: file('src/verify.ts'),
        react: file('src/react.ts'),
        hosted: file('hosted.html'),
        demo: file('demo.html'),
        preview: file('preview.html'),
      },
      output: {
        // What hosts load by name keeps its name; everything else carries its hash and never changes.
        entryFileNames: ({ name }) => (name === 'verify' || name === 'react' ? '[name].js' : 'assets/[name]-[hash].js'),
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
  worker: { format: 'es' },
});
