import { transform } from 'lightningcss';

/**
 * Removes from one page's styles the custom properties that nothing on it uses: the tokens are shared by all pages.
 */
export function dropUnusedTokens(css: string, html: string): string {
  const used = tokensIn(css + html, ASKED_FOR);
  const unused = new Set([...tokensIn(css, DEFINED)].filter((token) => !used.has(token)));
  if (unused.size === 0) return css;
  const { code } = transform({
    filename: 'page.css',
    code: Buffer.from(css),
    minify: true,
    visitor: {
      Declaration: {
        custom: ({ name }) => (unused.has(name) ? [] : undefined),
      },
    },
  });
  // A removed property may have been the last user of another.
  return dropUnusedTokens(code.toString(), html);
}

const DEFINED = /(--[\w-]+)\s*:/g;
const ASKED_FOR = /var\(\s*(--[\w-]+)/g;

function tokensIn(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map(([, name = '']) => name));
}
