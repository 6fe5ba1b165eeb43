import { transform } from 'lightningcss';

/** The styles of one page without the custom properties that nothing on it asks for: tokens are those of every page. */
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
  // One that is gone may have been the last to ask for another.
  return dropUnusedTokens(code.toString(), html);
}

const DEFINED = /(--[\w-]+)\s*:/g;
const ASKED_FOR = /var\(\s*(--[\w-]+)/g;

function tokensIn(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map(([, name = '']) => name));
}
