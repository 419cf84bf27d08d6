import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { compressedTwins } from '../compressed-twins.ts';
import { contract } from './contract-plugin.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [contract(), tailwindcss(), compressedTwins()],
  // JSX by Vite's own compiler. The tests build it, too: without these two lines they would make, and leave behind, React's
  // development build, which is half as large again.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // A data: URL would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
});
