import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { canRun, isOwnScript } from './trusted-types.ts';

const PAGE = new URL('https://cards.example/cabinet');

beforeAll(() => vi.stubGlobal('location', PAGE));
afterAll(() => vi.unstubAllGlobals());

test('scripts and workers of the portal alone may be loaded', () => {
  for (const own of ['/service-worker.js', `${PAGE.origin}/assets/a.js`, `blob:${PAGE.origin}/5`])
    expect(isOwnScript(own), own).toBe(true);
  for (const foreign of [
    'https://evil.example/a.js',
    '//evil.example/a.js',
    'data:text/javascript,1',
    'javascript:1',
  ])
    expect(isOwnScript(foreign), foreign).toBe(false);
});

test('markup that can run something is refused, and news and the map’s credits are not', () => {
  const harmless = [
    '<h2>Новости</h2><p>Скидка <b>3 %</b> с 1 декабря, <a href="https://a.example/?on=1">условия</a></p>',
    '<a href="https://www.naturalearthdata.com" target="_blank">Natural Earth</a> | Магистраль',
  ];
  for (const markup of harmless) expect(canRun(markup), markup).toBe(false);
  const active = [
    '<script>1</script>',
    '<img src=x onerror=alert(1)>',
    '<img/onerror=alert(1) src=x>',
    '<a href="javascript:alert(1)">x</a>',
    '<svg><animate/></svg>',
    '<iframe srcdoc="x">',
  ];
  for (const markup of active) expect(canRun(markup), markup).toBe(true);
});
