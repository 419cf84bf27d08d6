import type { Plugin } from 'vite';

/** The head of every page that the service hosts, in place of `<!-- page-head.ts -->`. */
const head = `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="./src/style/page.css" />`;
const mark = '<!-- page-head.ts -->';

export function pageHead(): Plugin {
  return {
    name: 'page-head',
    transformIndexHtml: {
      // Before the style sheet that it names is loaded.
      order: 'pre',
      handler(html, { path }) {
        if (!html.includes(mark)) throw new Error(`${path} has no ${mark}`);
        return html.replace(mark, head);
      },
    },
  };
}
