import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls } from '#contract/calls.ts';
import { listPaths } from '#contract/endpoint.ts';
import { openApiDocument } from '#contract/openapi.ts';
import { isPublished } from '#contract/published-openapi.ts';
import { readConfig } from '../../config/config.ts';
import { buildServer } from '../../server.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { givenCompany, givenStaff } from '../../testing/givens/factories.ts';

let api: TestApi;
const written: string[] = [];

beforeAll(async () => {
  const stream = new Writable({
    write(line, _encoding, done) {
      written.push(String(line));
      done();
    },
  });
  api = await startApi({ jobs: false, overrides: { log: pino({ level: 'warn' }, stream) } });
});
afterAll(() => api.stop());

describe('the operator', () => {
  it('the operator says who he is from his one file (§1.25, §1.35, §1.36, §9.37)', async () => {
    const { operator } = api.ctx.config;
    expect((await api.get('/api/operator')).body.data).toEqual({
      name: operator.name,
      legalName: operator.requisites.name,
      inn: operator.requisites.inn,
      phone: operator.phone,
      email: operator.email,
      chatUrl: operator.chatUrl,
      supportHours: '9:00–19:00',
      address: operator.requisites.address,
      holidayNotice: null,
      captcha: null,
      codeChat: 'max',
      baseMap: null,
      devPhone: true,
      devMail: true,
    });
  });
});

describe("data that stays on the operator's screen", () => {
  it('a screen’s error reaches the server’s log without its secrets (§8.31, §8.36)', async () => {
    const secret = 'a'.repeat(43);
    const json = {
      message: `terms check failed: 123456 ${secret}`,
      path: `/cabinet?xAuthToken=${secret}`,
      requestId: 'req-1',
    };
    expect((await api.post('/api/log', { json })).body).toEqual({ code: 200, data: {} });
    const line = JSON.parse(written.find((value) => value.includes('a screen failed')) ?? '{}');
    expect(line).toMatchObject({
      message: 'terms check failed: … …',
      path: '/cabinet',
      failedRequestId: 'req-1',
    });
    expect(written.join('')).not.toContain(secret);
  });

  it('an endless or missing message of a screen is refused', async () => {
    expect((await api.post('/api/log', { json: { message: 'x'.repeat(1001) } })).status).toBe(400);
    expect((await api.post('/api/log', { json: {} })).status).toBe(400);
  });
});

/** Returns the document with the staff's calls too, and with every schema in its place. */
// oxlint-disable-next-line typescript/no-explicit-any
const wholeDocument = (): any => openApiDocument({ name: 'Магистраль', version: '1' });

describe('the description of the calls', () => {
  it('the document has every call of the contract, and none of staff or development', async () => {
    const reply = await api.get('/api/openapi.json');
    expect(reply.headers.get('content-type')).toContain('application/json');
    const document = reply.body as unknown as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    for (const call of allCalls) {
      for (const path of listPaths(call)) {
        const documented = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()];
        expect([path, documented !== undefined]).toEqual([path, isPublished(call)]);
      }
    }
    expect(Object.keys(document.paths).filter((path) => /staff|dev\//.test(path))).toEqual([]);
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((method) => method.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('calls 2: the document describes every field of a response and a refusal', async () => {
    const { paths, components } = (await api.get('/api/openapi.json')).body;
    const { admin } = await givenCompany(api);
    const staff = await givenStaff(api);
    const json = { message: 'Обновляем сервис', start: '2026-09-15', end: '2026-09-16' };
    await api.put('/staff/api/maintenance', { token: staff.token, json });
    const profile = await api.get('/api/users/profile', { token: admin.token });
    await api.delete('/staff/api/maintenance', { token: staff.token });
    const named = (item: { $ref: string }) => components.schemas[item.$ref.split('/').at(-1) ?? ''];
    const schema = named(paths['/api/users/profile'].get.responses[200].content['application/json'].schema);
    expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(Object.keys(profile.body)));
    expect(named(schema.properties.maintenance).required).toContain('partner');
    expect(schema.required).toEqual(['code', 'data', 'permissions']);

    await api.post('/dev/failures', { json: { call: 'listPartners' } });
    const failures = [
      await api.get('/api/partner'),
      await api.get('/api/users'),
      await api.post('/api/send-to-driver', { json: { route: 'auth/register', phone: '1' } }),
    ];
    const documented = failures.flatMap(({ body }) => Object.keys(body));
    expect(documented).toEqual(
      expect.arrayContaining(['request_id', 'error_message', 'errors', 'error_messages']),
    );
    expect(Object.keys(components.schemas.Failure.properties)).toEqual(expect.arrayContaining(documented));
    const refusal = paths['/api/send-to-driver'].post.responses.default.content['application/json'].schema;
    expect(named(refusal).allOf).toContainEqual({ required: ['errors'] });
  });

  it('calls 1 and 2: it has every authentication, and the headers of the profile call', async () => {
    const { paths, components } = (await api.get('/api/openapi.json')).body;
    const schemes = components.securitySchemes;
    expect(schemes.ticket).toMatchObject({ in: 'query', name: 'xAuthToken' });
    expect(schemes.enter).toMatchObject({ in: 'header', name: 'Authorization' });
    const bill = paths['/api/cardsRequest/{id}/bill'].get;
    expect(bill.security).toEqual([{ token: [] }, { ticket: [] }]);
    expect(paths['/api/doc/fuelContract'].get.security).toEqual([]);
    expect(schemes.key).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(paths['/api/users'].get.security).toEqual([{ token: [] }]);
    expect(paths['/api/drivers'].get.security).toEqual([{ token: [] }, { key: ['drivers:read'] }]);
    expect(paths['/api/v1/cards'].get.security).toEqual([{ token: [] }, { key: ['cards:read'] }]);
    expect(paths['/api/v1/cards/{id}/transfer'].post.security).toEqual([{ key: ['money:write'] }]);
    expect(paths['/api/send-to-driver'].post.security).toEqual([{}, { enter: [] }]);
    const { parameters } = paths['/api/users/profile'].get;
    expect(parameters.map(({ name, in: place }: Record<string, string>) => [name, place])).toEqual([
      ['X-Api-Key', 'header'],
      ['X-Api-Version', 'header'],
    ]);
  });

  it('calls 1: a generated client sends the body, file and token that are required', async () => {
    const { paths } = wholeDocument();
    const { admin } = await givenCompany(api);
    const token = admin.token;
    expect((await api.post('/api/edoRequest', { token })).status).toBe(400);
    expect(paths['/api/edoRequest'].post.requestBody.required).toBe(true);
    expect((await api.post('/api/termsOfService/accept', { token })).status).toBe(200);
    expect(paths['/api/termsOfService/accept'].post.requestBody.required).toBeUndefined();

    const act = paths['/api/cardsRequest/saveAct'].post.requestBody;
    expect(act.content['multipart/form-data'].schema.required).toEqual(['id', 'act']);
    // A request and its items both have ids, and the call takes only one of them.
    expect(act.content['multipart/form-data'].schema.properties.id.description).toContain('item_id');
    const staff = await givenStaff(api);
    expect((await api.post('/staff/api/bank-statements', { token: staff.token })).status).toBe(400);
    const statement = paths['/staff/api/bank-statements'].post.requestBody;
    expect(statement.content['multipart/form-data'].schema.required).toEqual(['file']);
    expect(statement.required).toBe(true);

    const json = { route: 'auth/register', phone: '79001234567' };
    expect((await api.post('/api/send-to-driver', { json })).body.error_messages).toEqual({
      recaptchaToken: ['Подтвердите, что вы не робот'],
    });
    const signIn = paths['/api/send-to-driver'].post.requestBody;
    expect(signIn.required).toBe(true);
    const [register] = signIn.content['application/json'].schema.oneOf;
    expect(register.required).toEqual(['route', 'phone', 'recaptchaToken']);
  });

  it('calls 3, 5 and 6: the document describes each file with its own type', async () => {
    const { paths } = (await api.get('/api/openapi.json')).body;
    const { admin } = await givenCompany(api);
    const period = 'date_from=2026-09-01&date_to=2026-09-15';
    for (const address of [
      '/api/doc/fuelContract',
      '/api/termsOfService/download',
      '/api/service_center/list.csv',
      '/api/service_center/picture.svg',
      '/api/client/bill?sum=100',
      '/api/operations/getReport',
      '/api/operations/summary.csv',
      `/api/client/statement.csv?${period}`,
      `/api/client/statement.pdf?${period}`,
    ]) {
      const reply = await api.get(address, { token: admin.token });
      const [type = ''] = (reply.headers.get('content-type') ?? '').split(';');
      const { content } = paths[address.split('?')[0] ?? ''].get.responses[200];
      expect({ address, types: Object.keys(content) }).toEqual({ address, types: [type] });
    }
    const files = allCalls.filter((call) => call.kind === 'file' && isPublished(call));
    for (const { path } of files)
      expect(paths[path.replace(/:(\w+)/g, '{$1}')].get.responses[200].content).not.toHaveProperty([
        'application/octet-stream',
      ]);
  });

  it('the page of calls needs no script and obeys its own policy', async () => {
    const reply = await api.get('/api/docs');
    const page = reply.bytes.toString('utf8');
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const nonce = /<style nonce="([^"]+)">/.exec(page)?.[1] ?? '';
    expect(reply.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
    expect(page).not.toMatch(/<script|\son\w+=|style="/);
    for (const call of allCalls)
      expect([call.name, page.includes(`id="${call.name}"`)]).toEqual([call.name, isPublished(call)]);
    for (const broken of ['undefined', '[object Object]']) expect(page).not.toContain(broken);
  });
});

describe('reCAPTCHA (§7.7)', () => {
  it('analytics are in pages, and get their key, only where configured', async () => {
    const own = await api.get('/api/operator');
    expect(own.body.data.captcha).toBeNull();
    const bare = await readPolicy(await buildServer(api.ctx));
    expect(bare).not.toContain('recaptcha');
    expect(bare).toContain("require-trusted-types-for 'script'");
    const config = {
      ...api.ctx.config,
      captcha: { kind: 'recaptcha' as const, siteKey: 'site', secret: 'secret' },
    };
    const guarded = await buildServer({ ...api.ctx, config });
    expect((await guarded.inject({ url: '/api/operator' })).json().data.captcha).toEqual({
      kind: 'recaptcha',
      siteKey: 'site',
    });
    const policy = await readPolicy(guarded);
    expect(policy).toMatch(/script-src [^;]*https:\/\/www\.recaptcha\.net/);
    expect(policy).not.toContain('trusted-types');
    expect(() => readConfig({ RECAPTCHA_SECRET: 'half' })).toThrow(/RECAPTCHA_SITE_KEY/);
  });
});

describe('the operator’s own map (§2.14)', () => {
  it('the screen gets the tile server’s address, and the policy allows only that one', async () => {
    expect(await readPolicy(await buildServer(api.ctx))).toMatch(/connect-src 'self';/);
    const env = { MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png?key=1', MAP_ATTRIBUTION: '© Мы' };
    const config = { ...api.ctx.config, baseMap: readConfig(env).baseMap };
    const app = await buildServer({ ...api.ctx, config });
    expect((await app.inject({ url: '/api/operator' })).json().data.baseMap).toEqual({
      kind: 'tiles',
      url: env.MAP_TILES_URL,
      attribution: '© Мы',
    });
    const policy = await readPolicy(app);
    expect(policy).toContain("connect-src 'self' https://tiles.example;");
    expect(policy).toContain("img-src 'self' data: blob: https://tiles.example;");
    expect(policy.match(/tiles\.example/g)).toHaveLength(2);
  });

  it.each([
    [{ MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png' }, /MAP_ATTRIBUTION/],
    [{ MAP_TILES_URL: 'https://tiles.example/{z}.png', MAP_ATTRIBUTION: '©' }, /\{x\}, \{y\}/],
    [{ MAP_TILES_URL: 'https://a.example', MAP_STYLE_URL: 'https://b.example' }, /not both/],
    [{ MAP_STYLE_URL: 'mapbox://styles/one' }, /MAP_STYLE_URL/],
  ])('the start is refused where the operator’s map is misconfigured: %o', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
  });
});

async function readPolicy(app: Awaited<ReturnType<typeof buildServer>>): Promise<string> {
  const { headers } = await app.inject({ url: '/login-driver' });
  await app.close();
  return String(headers['content-security-policy']);
}
