import { expect, test } from 'vitest';
import { pruneStyles } from './prune-styles.ts';

const PAGE = '<h1 class="title wide">Карты</h1><svg style="color: var(--mark)"></svg>';

test('what a page cannot use is left out, and the rest stays as it was', () => {
  const css = `
    :root { --ink: #111; --soft: var(--veil); --veil: #eee; --mark: red }
    @keyframes turn { to { rotate: 1turn } }
    @keyframes run { to { top: 0 } }
    h1, p { color: var(--ink) }
    .title, .menu { margin: 0 }
    .title .menu { gap: 4px }
    .title:not(.open) { animation: turn 1s }
    button { -webkit-tap-highlight-color: transparent }
    .menu { animation: run 1s }
    @media print { .menu { display: none } }
    @media (width >= 900px) { .wide { padding: 0 } .menu { gap: 0 } }`;
  expect(pruneStyles(css, PAGE)).toBe(
    ':root{--ink:#111;--mark:red}@keyframes turn{to{rotate:1turn}}h1,p{color:var(--ink)}.title{margin:0}' +
      '.title:not(.open){animation:1s turn}button{-webkit-tap-highlight-color:transparent}@media (width>=900px){.wide{padding:0}}',
  );
});
