import { expect, test } from 'vitest';
import { dropUnusedTokens } from './drop-unused-tokens.ts';

test('a token that the page asks for is kept, and one that it does not ask for is dropped', () => {
  const css = `
    :root { --ink: #111; --edge: var(--line); --line: #ccc; --map: #eee; --land: var(--map); --wide: 4px }
    @media print { :root { --map: #fff; --ink: #000 } }
    .bar { color: var(--ink); border-color: var( --edge, red ) }`;
  expect(dropUnusedTokens(css, '<p style="gap:var(--wide)">')).toBe(
    ':root{--ink:#111;--edge:var(--line);--line:#ccc;--wide:4px}@media print{:root{--ink:#000}}.bar{color:var(--ink);border-color:var(--edge,red)}',
  );
});
