import { expect, test } from 'vitest';
import { partStyles } from './part-styles.ts';

const FIRST_SCREEN = '<header class="bar wide"><h1 class="title">Карты</h1></header>';

test('every rule is sent once, those of the first screen with it, fetched fonts apart', () => {
  const css = `
    @font-face { font-family: Golos; src: url(/golos.woff2) }
    @font-face { font-family: Wide; src: local('Arial') }
    @keyframes turn { to { rotate: 1turn } }
    :root { --ink: #111 }
    h1, p { margin: 0 }
    .title:not(.small) { color: red }
    .bar .title { color: blue }
    .bar .menu { color: green }
    .footer, .bar { padding: 4px }
    .footer { gap: 8px }
    @media print { .footer { display: none } .bar { display: none } }
    @media (width >= 900px) { .footer a { gap: 16px } }`;
  expect(partStyles(css, FIRST_SCREEN)).toEqual({
    first:
      '@font-face{font-family:Wide;src:local(Arial)}@keyframes turn{to{rotate:1turn}}:root{--ink:#111}h1,p{margin:0}' +
      '.title:not(.small){color:red}.bar .title{color:#00f}.footer,.bar{padding:4px}@media print{.bar{display:none}}',
    rest: '.bar .menu{color:green}.footer{gap:8px}@media print{.footer{display:none}}@media (width>=900px){.footer a{gap:16px}}',
    fonts: '@font-face{font-family:Golos;src:url(/golos.woff2)}',
  });
});
