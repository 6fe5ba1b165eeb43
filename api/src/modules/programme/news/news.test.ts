import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startApi } from '../../../testing/api.ts';
import { sanitizeNews } from './news.ts';

test('§9.35 two items stand there for anybody, newest first, with their markup', async () => {
  const api = await startApi({ jobs: false, env: { DEMO: '1' } });
  const { status, body } = await api.get('/api/news');
  const operator = await api.get('/api/operator');
  expect(operator.body.data.holidayNotice).toEqual(api.ctx.config.operator.holidayNotice);
  await api.stop();
  expect(status).toBe(200);
  expect(body.data.map((item: { date: string }) => item.date)).toEqual(['2026-11-16', '2026-10-05']);
  for (const { html } of body.data) expect(html).toMatch(/<p>[\s\S]*<h2>/);
});

test('§2.17 the operator’s text reaches the browser as HTML, without its hostile parts', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'magistral-operator-'));
  const file = path.join(folder, 'operator.json');
  const operator = JSON.parse(readFileSync('operator.json', 'utf8'));
  const html = '<p>Правда</p><script>steal()</script><img src=x onerror=steal()>';
  const own = { date: '2026-12-01', title: 'Своя', html };
  // Within one day the operator's own order stays.
  const news = [
    { ...own, date: '2026-11-01' },
    own,
    { ...own, title: 'Вторая' },
    { ...own, title: 'Третья' },
  ];
  writeFileSync(file, JSON.stringify({ ...operator, news }));
  const api = await startApi({ jobs: false, env: { OPERATOR_FILE: file } });
  const { body } = await api.get('/api/news');
  await api.stop();
  rmSync(folder, { recursive: true });
  expect(body.data[0]).toEqual({ date: '2026-12-01', title: 'Своя', html: '<p>Правда</p>' });
  expect(body.data.map(({ title, date }: { title: string; date: string }) => `${date} ${title}`)).toEqual([
    '2026-12-01 Своя',
    '2026-12-01 Вторая',
    '2026-12-01 Третья',
    '2026-11-01 Своя',
  ]);
});

test.each([
  ['a script', '<script>alert(1)</script>', ''],
  ['a script in pieces', '<scr<script>ipt>alert(1)</scr</script>ipt>', null],
  ['a handler', '<p onclick="alert(1)">а</p>', '<p>а</p>'],
  ['a handler without quotes in a picture', '<img src=x onerror=alert(1)>', ''],
  ['a link that runs', '<a href="javascript:alert(1)">а</a>', '<a rel="noopener noreferrer">а</a>'],
  [
    'the same, disguised',
    '<a href=" jAvA\tscript&colon;alert(1)">а</a>',
    '<a rel="noopener noreferrer">а</a>',
  ],
  ['data as a page', '<a href="data:text/html,<script>alert(1)</script>">а</a>', null],
  ['a strange host without a scheme', '<a href="//evil.example">а</a>', '<a rel="noopener noreferrer">а</a>'],
  ['a frame', '<iframe src="https://evil.example"></iframe>', ''],
  ['a form', '<form action="https://evil.example"><input name="sms"></form>', ''],
  [
    'a style that covers the page',
    '<p style="position:fixed;inset:0">а</p><style>*{display:none}</style>',
    '<p>а</p>',
  ],
  ['a drawing that runs', '<svg><script>alert(1)</script></svg><svg onload=alert(1)>', ''],
  ['mathematics that hides a tag', '<math><mtext><table><mglyph><style><img src onerror=alert(1)>', null],
  ['a base', '<base href="https://evil.example/"><p>а</p>', '<p>а</p>'],
  ['a comment', '<!--[if IE]><script>alert(1)</script><![endif]--><p>а</p>', '<p>а</p>'],
  ['a redirect', '<meta http-equiv="refresh" content="0;url=https://evil.example">', ''],
])('§2.17 %s is taken out', (_fear, hostile, left) => {
  const safe = sanitizeNews(hostile);
  if (left !== null) expect(safe).toBe(left);
  expect(safe).not.toMatch(/<script|<img|<svg|<iframe|<style|\son\w+=|javascript:|data:|evil/i);
});

test('formatting that an author needs stays as written', () => {
  const html =
    '<h2>Заголовок</h2><ul><li><b>жирно</b></li></ul><table><tbody><tr><th scope="row">а</th><td>1</td></tr></tbody></table>';
  expect(sanitizeNews(html)).toBe(html);
  expect(sanitizeNews('<a href="https://example.ru/">сюда</a>')).toBe(
    '<a href="https://example.ru/" rel="noopener noreferrer">сюда</a>',
  );
});
