import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, createBrotliDecompress, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { GUIDES } from '#contract/developer-guides.ts';
import { PAGES } from '#contract/pages.ts';
import { buildServer } from '../../server.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { givenStaff } from '../../testing/givens/factories.ts';

const HTML = 'text/html; charset=utf-8';

let api: TestApi;
const PART = `export const part = '${'часть '.repeat(500)}';`;
let webDist: string;
let app: Awaited<ReturnType<typeof buildServer>>;

beforeAll(async () => {
  webDist = await mkdtemp(path.join(tmpdir(), 'magistral-web-'));
  await writeFile(path.join(webDist, 'index.html'), '<!doctype html><head></head><body>Магистраль</body>');
  await writeFile(
    path.join(webDist, 'cabinet.html'),
    '<!doctype html><head><script>2</script><link rel="modulepreload" href="/assets/Cabinet.js"></head><body>Магистраль</body>',
  );
  await writeFile(
    path.join(webDist, 'landing.html'),
    '<!doctype html><head><link rel="canonical" href="%PUBLIC_ADDRESS%/"><style>a{}</style><script>1</script></head><body>Дверь <a href="%OPERATOR_CALL%">%OPERATOR_PHONE%</a> %OPERATOR_HOURS% %PROGRAMME_NETWORKS%%STATIONS_SENTENCE%%STATIONS_TITLE%<i>%CARD_PRICE%</i><p data-benefit="%BENEFIT_STATE%">%BENEFIT_FIGURE% %BENEFIT_TEXT%</p><form data-state="%DISCOUNT_STATE%" data-discount="%DISCOUNT_KOPECKS%">%DISCOUNT_SUM% %SAVING_FORMULA% %SAVING_MONTH% %SAVING_YEAR%</form><!--first-screen-end--><p>Ниже</p></body>',
  );
  await mkdir(path.join(webDist, 'assets'));
  await writeFile(path.join(webDist, 'assets/parts-1a2b.js'), PART);
  await writeFile(path.join(webDist, 'assets/parts-1a2b.js.br'), brotliCompressSync(PART));
  api = await startApi({ jobs: false });
  app = await buildServer({ ...api.ctx, config: { ...api.ctx.config, webDist } });
});

afterAll(async () => {
  await app.close();
  await api.stop();
  await rm(webDist, { recursive: true, force: true });
});

test('§2.1 every clean path is the application’s page, also for a HEAD request', async () => {
  const addresses = PAGES.filter((address) => address !== '/').map((address) => address.replace(':id', '7'));
  for (const url of [
    ...addresses,
    '/cabinet/',
    '/cabinet/payment/2/?sum=100',
    '/%63abinet',
    '/map?brand=%zz',
  ]) {
    expect((await app.inject({ url })).body).toContain('Магистраль');
    const head = await app.inject({ url, method: 'HEAD' });
    expect([url, head.statusCode, head.headers['content-type']]).toEqual([url, 200, HTML]);
  }
});

test('the guides for developers are read without scripts, on their page alone', async () => {
  const { body } = await app.inject({ url: '/developers' });
  const [, text] = body.split('<noscript>');
  for (const { id, title } of GUIDES) expect(text).toContain(`<section id="${id}"><h2>${title}</h2>`);
  expect(text).toContain('<code>Authorization: Bearer mg_live_…</code>');
  expect(text).toContain('curl ');
  expect(text?.split('</noscript>')[0]).not.toMatch(/<script|<style/);
  expect((await app.inject({ url: '/map' })).body).not.toContain('<noscript>');
});

test('the page of the cabinet alone names the files of its first screen', async () => {
  expect((await app.inject({ url: '/cabinet/' })).body).toContain('modulepreload');
  for (const url of ['/cabinet/documents', '/login-driver', '/nowhere'])
    expect((await app.inject({ url })).body).not.toContain('modulepreload');
});

test('§2.12 the maintenance page is 503 with Retry-After while all is closed, and only then', async () => {
  const staff = await givenStaff(api);
  const announce = (partner: number, start: string) => {
    const json = { message: 'Переезд', start, end: '2026-09-15T13:00:00+03:00', partner };
    return api.put('/staff/api/maintenance', { token: staff.token, json });
  };
  const ask = async (url = '/maintenance') => {
    const { statusCode, headers, body } = await app.inject({ url });
    expect(body).toContain('Магистраль');
    return [statusCode, headers['retry-after']];
  };
  expect(await ask()).toEqual([200, undefined]);
  await announce(2, '2026-09-15T11:00:00+03:00');
  await announce(0, '2026-09-15T12:30:00+03:00');
  expect(await ask()).toEqual([200, undefined]);
  await announce(0, '2026-09-15T11:00:00+03:00');
  expect(await ask()).toEqual([503, '3600']);
  expect(await ask('/maintenance/?from=mail')).toEqual([503, '3600']);
  expect(await ask('/map')).toEqual([200, undefined]);
  await api.delete('/staff/api/maintenance', { token: staff.token });
  expect(await ask()).toEqual([200, undefined]);
});

test('§2.19 an unknown address is a page with 404 by the application and by the server 200', async () => {
  for (const url of ['/nowhere', '/CABINET', '/cabinet/card-payment/3', '/cabinet/card/7', '//map']) {
    const reply = await app.inject({ url });
    expect([url, reply.statusCode, reply.headers['content-type']]).toEqual([url, 404, HTML]);
    expect(reply.body).toContain('Магистраль');
  }
});

test('contacts have a call of their own, and the operator’s text can’t end the page', async () => {
  const { config } = api.ctx;
  const named = { ...config, webDist, operator: { ...config.operator, name: '</script><b>Путь' } };
  const programme = { ...api.ctx.programme, today: () => named.operator };
  const own = await buildServer({ ...api.ctx, config: named, programme });
  const { body } = await own.inject({ url: '/cabinet' });
  const written =
    /<script type="application\/json" id="operator">(.*)<\/script><\/head>/.exec(body)?.[1] ?? '';
  expect(JSON.parse(written)).toEqual((await own.inject({ url: '/api/operator' })).json().data);
  expect(written).not.toContain('<');
  await own.close();
});

test('the landing page shows the operator’s figures, and hides those not given', async () => {
  const read = async (landing: typeof api.ctx.config.operator.landing) => {
    const { config } = api.ctx;
    const named = { ...config, webDist, operator: { ...config.operator, landing } };
    const own = await buildServer({ ...api.ctx, config: named });
    const { body } = await own.inject({ url: '/' });
    await own.close();
    return body.replaceAll('\u00a0', ' ');
  };
  const given = await read({
    benefit: { figure: 'до 4 ₽', text: 'скидка <с литра>' },
    litreDiscountRubles: 2.5,
  });
  expect(given).toContain('<i> · карта 1 ₽</i>');
  expect(given).toContain('<p data-benefit="some">до 4 ₽ скидка &lt;с литра&gt;</p>');
  expect(given).toContain(
    '<form data-state="some" data-discount="250">2,50 ₽ 10 000 л × 2,50 ₽ 25 000 ₽ в месяц 300 000 ₽ в год</form>',
  );
  const without = await read({});
  expect(without).toContain('<p data-benefit="none">');
  expect(without).toContain('<form data-state="none" data-discount="0">');
});

test('a missing file is no page: an old tab that needs the last build’s part reads so', async () => {
  for (const url of ['/assets/CabinetPage-1a2b3c.js', '/favicon.ico', '/.env', '/assets/x.css?v=1']) {
    const reply = await app.inject({ url });
    expect([reply.statusCode, reply.json()]).toEqual([404, { code: 404, message: 'Не найдено' }]);
  }
  expect((await app.inject({ url: '/news?id=1.5' })).body).toContain('Магистраль');
});

test('an unknown call is no page', async () => {
  for (const url of ['/api', '/api/nowhere', '/staff/api/nowhere', '/dev/sms/x']) {
    expect((await app.inject({ url })).json()).toEqual({ code: 404, message: 'Не найдено' });
  }
  expect((await app.inject({ url: '/cabinet', method: 'POST' })).statusCode).toBe(404);
});

test('calls 3: a call with a wrong method reads which one to use', async () => {
  for (const [method, url, takes] of [
    ['PUT', '/api/cardsRequest/9', 'GET, POST'],
    ['DELETE', '/api/card/5?x=1', 'GET'],
    ['GET', '/api/card/5/setComment', 'POST'],
    ['PATCH', '/api/accept', 'POST'],
  ] as const) {
    const reply = await app.inject({ url, method });
    const message = `Метод ${method} здесь не подходит, нужен ${takes.replace(', ', ' или ')}`;
    expect([reply.statusCode, reply.json()], url).toEqual([405, { code: 405, message }]);
    expect(reply.headers).toMatchObject({ allow: takes, 'cache-control': 'no-store' });
  }
  for (const [method, url] of [
    ['PUT', '/api/nowhere'],
    ['PUT', '/staff/api/requests'],
    ['HEAD', '/api/card'],
  ] as const)
    expect((await app.inject({ url, method })).statusCode, url).toBe(404);
});

test('§2.1 the landing page is its own document, and the policy allows only its content', async () => {
  const reply = await app.inject({ url: '/', headers: { host: 'cards.example' } });
  expect(reply.body).toContain('Дверь');
  expect(reply.body).toContain('<link rel="canonical" href="http://localhost:3000/">');
  const policy = String(reply.headers['content-security-policy']);
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(policy).toContain(`script-src 'self' ${hash('1')} ${hash('2')};`);
  expect(policy).toContain(hash('a{}'));
  const again = await app.inject({
    url: '/',
    headers: { host: 'cards.example', 'if-none-match': String(reply.headers.etag) },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('the first part of the landing page alone shows its first screen', async () => {
  const get = { url: '/', headers: { 'accept-encoding': 'br' } };
  // The first answers are plain until the page is compressed.
  const sent = await vi.waitFor(async () => {
    const answer = await app.inject({ ...get, payloadAsStream: true });
    expect(answer.headers['content-encoding']).toBe('br');
    return answer;
  });
  const parts: Buffer[] = [];
  for await (const part of sent.stream()) parts.push(part as Buffer);
  const plain = (await app.inject({ url: '/' })).body;
  expect(brotliDecompressSync(Buffer.concat(parts)).toString()).toBe(plain);
  const reader = createBrotliDecompress();
  reader.write(parts[0]);
  const [first] = (await once(reader, 'data')) as [Buffer];
  expect(plain.slice(first.toString().length)).toBe('<p>Ниже</p></body>');
  expect(plain.startsWith(first.toString())).toBe(true);
  expect((await app.inject({ ...get, method: 'HEAD' })).statusCode).toBe(200);
});

test('contacts that staff write are on the landing page and all pages, escaped', async () => {
  const { operator } = api.ctx.config;
  const at = async (url: string) => (await app.inject({ url, headers: { host: 'cards.example' } })).body;
  expect(await at('/')).toContain(`<a href="tel:88005550117">${operator.phone}</a> 9:00–19:00`);
  const staff = await givenStaff(api);
  const json = {
    phone: '+7 495 000-00-17',
    email: 'hello@magistral.example',
    chat_url: 'https://t.me/other',
    hours: 'с 8 до 20 <b>',
    address: '</script> Москва',
  };
  expect((await api.put('/staff/api/contacts', { token: staff.token, json })).status).toBe(200);
  api.clock.advanceSeconds(6);
  await expect
    .poll(() => at('/'))
    .toContain('<a href="tel:+74950000017">+7 495 000-00-17</a> с 8 до 20 &lt;b&gt;');
  expect(await at('/cabinet')).toContain('"phone":"+7 495 000-00-17"');
  expect(await at('/cabinet')).not.toContain('</script> Москва');
});

test('a page isolates itself from its opener; the public landing page does not', async () => {
  const opener = async (url: string) =>
    (await app.inject({ url, headers: { host: 'cards.example' } })).headers['cross-origin-opener-policy'];
  expect([await opener('/cabinet'), await opener('/')]).toEqual(['same-origin', undefined]);
});

const COMPRESSED_PATHS = ['/', '/cabinet', '/login-driver'];

const askFor = (url: string, encodings: string) =>
  app.inject({ url, headers: { host: 'cards.example', 'accept-encoding': encodings } });

/** The page is compressed beside the first answer. */
const waitUntilCompressed = (url: string) =>
  expect.poll(async () => (await askFor(url, 'gzip, br')).headers['content-encoding']).toBe('br');

test.each(COMPRESSED_PATHS)(
  '%s compressed is the same page, and plain for a client that cannot decompress',
  async (url) => {
    await waitUntilCompressed(url);
    const [plain, compressed] = [await askFor(url, 'identity'), await askFor(url, 'gzip, br')];
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body);
    expect(compressed.headers.etag).toBe(plain.headers.etag);
    expect(compressed.headers.vary).toContain('accept-encoding');
    expect(plain.headers['content-encoding']).toBeUndefined();
  },
);

test.each(COMPRESSED_PATHS)(
  '%s is not compressed anew when the same contacts are read again',
  async (url) => {
    await waitUntilCompressed(url);
    for (let later = 0; later < 4; later += 1) {
      // By then the contacts are read again. They have come when the database has answered another query.
      api.clock.advanceSeconds(6);
      expect((await askFor(url, 'br')).headers['content-encoding']).toBe('br');
      expect((await api.get('/readyz')).status).toBe(200);
    }
  },
);

test('a file of the build is sent precompressed, and plain where that is not accepted', async () => {
  const ask = (file: string, encodings: string) =>
    app.inject({ url: `/assets/${file}`, headers: { 'accept-encoding': encodings } });
  const compressed = await ask('parts-1a2b.js', 'gzip, br');
  expect(compressed.rawPayload).toEqual(brotliCompressSync(PART));
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  const plain = await ask('parts-1a2b.js', 'identity');
  expect([plain.body, plain.headers['content-encoding']]).toEqual([PART, undefined]);
  const gzipped = await ask('parts-1a2b.js', 'gzip');
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(PART);
  expect((await ask('parts-1a2b.js.br', 'br')).statusCode).toBe(404);
});

test('pages of development are none where a provider sends the messages', async () => {
  const pages = ['/dev/phone', '/dev/mail', '/dev/bank', '/dev/edm', '/dev/pump', '/dev/parts'];
  const statuses = (of: typeof app) =>
    Promise.all(pages.map(async (url) => (await of.inject({ url })).statusCode));
  const strict = await buildServer({ ...api.ctx, config: { ...api.ctx.config, webDist }, outbox: null });
  expect(await statuses(app)).toEqual(pages.map(() => 200));
  expect(await statuses(strict)).toEqual(pages.map(() => 404));
  await strict.close();
});

test('robots.txt has the configured address and public pages, without the cabinet', async () => {
  const config = { ...api.ctx.config, webDist, publicUrl: 'https://cards.example' };
  const configured = await buildServer({ ...api.ctx, config });
  const robots = (await configured.inject({ url: '/robots.txt' })).body;
  expect(robots).toContain('Disallow: /cabinet\n');
  expect(robots).toContain('Sitemap: https://cards.example/sitemap.xml');
  const sitemap = await configured.inject({ url: '/sitemap.xml' });
  expect(sitemap.headers['content-type']).toContain('xml');
  expect([...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, page]) => page)).toEqual(
    ['/', '/map', '/news', '/news?id=2', '/developers'].map((page) => `https://cards.example${page}`),
  );
  await configured.close();
});

test('the landing page counts the listed stations and names networks open to orders', async () => {
  const body = async (): Promise<string> => (await app.inject({ url: '/' })).body;
  expect(await body()).toContain('Список заправок скоро появится');
  await sql`insert into station (lat, lon, region, city, street, house, brand, name, own_type, qr_available)
    select 55, 37, '', '', '', '', '', '', '', false from generate_series(1, 2)`.execute(api.ctx.db.system);
  await api.put('/staff/api/partners/1', {
    token: (await givenStaff(api)).token,
    json: { active: false },
  });
  api.clock.advanceSeconds(10);
  await body();
  await expect
    .poll(body)
    .toContain(
      'Газпромнефть, Татнефть и другие АЗС. 2\u00a0заправки по России. 2\u00a0заправки по\u00a0всей России',
    );
  await sql`insert into station (lat, lon, region, city, street, house, brand, name, own_type, qr_available)
    select 55, 37, '', '', '', '', '', '', '', false from generate_series(1, 2400)`.execute(
    api.ctx.db.system,
  );
  api.clock.advanceSeconds(10);
  await body();
  await expect.poll(body).toContain('Более 2\u00a0400\u00a0заправок по\u00a0всей России');
});
