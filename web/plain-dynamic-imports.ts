import type { Plugin } from 'vite';

/**
 * Vite wraps each `import()` in a preloader of 1.7 kB, which a loader of 2 kB has no room for and which writes `<link>`s into
 * the host's page. Nothing is to be preloaded here: styles travel inside the scripts.
 */
export function plainDynamicImports(): Plugin {
  return {
    name: 'plain-dynamic-imports',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
  };
}
