import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CaptchaUnavailable } from '../../gateways/captcha/captcha.ts';
import { RegistryUnavailable } from '../../gateways/company-registry/company-registry.ts';
import { FileStoreUnavailable } from '../../gateways/file-storage/file-store.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { givenCompany, givenPerson, givenStaff } from '../../testing/givens/factories.ts';
import { givenPdf } from '../../testing/givens/given-document.ts';
import { waitUntilWaiting } from '../../testing/wait-until-waiting.ts';
import { CALL_HEADERS } from '../call-headers.ts';

let api: TestApi;
const logged: { level: number; msg: string; err?: { message: string } }[] = [];

/** Outside services that are away: the registry for a wrong key, the others for want of a connection. */
beforeAll(async () => {
  const away = (error: Error) => () => Promise.reject(error);
  api = await startApi({
    jobs: false,
    overrides: {
      log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
      registry: { find: away(new RegistryUnavailable('dadata: HTTP 403')) },
      captcha: { verify: away(new CaptchaUnavailable('recaptcha: invalid-input-secret')) },
      files: {
        put: away(new FileStoreUnavailable('storage.example cannot be reached')),
        read: away(new FileStoreUnavailable('storage.example cannot be reached')),
      },
    },
  });
});

afterAll(() => api.stop());

/** Returns the server's answer to bytes that no client library would send. */
async function answerTo(bytes: string): Promise<{ status: number; body: unknown; head: string }> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = Buffer.concat(received).toString('utf8').split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body), head };
}

test.each([
  ['not UTF-8', '/api/card/%ff'],
  ['half an escape', '/api/card/%zz/setComment'],
  ['endless', `/api/client/${'x'.repeat(3000)}`],
])('calls 1: an address that is %s is refused in the envelope, in Russian', async (_, path) => {
  const answer = await api.get(path);
  expect(answer.status).toBe(400);
  for (const [name, value] of Object.entries(CALL_HEADERS)) expect(answer.headers.get(name)).toBe(value);
  expect(answer.body).toEqual({ code: 400, message: 'Запрос не удалось прочитать' });
});

test('calls 1: a request that came too slowly reads so in the envelope', async () => {
  // Node checks for such connections twice a minute. Here the first to come is found at once.
  api.app.server.once('connection', (socket) =>
    socket.once('data', () => {
      api.app.server.emit('clientError', { code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
    }),
  );
  const slow = await answerTo('POST /api/log HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nя');
  expect(slow).toMatchObject({
    status: 408,
    body: { code: 408, message: 'Запрос шёл слишком долго. Попробуйте ещё раз' },
  });
});

test('calls 1: a request that is no HTTP is refused in the envelope too', async () => {
  const broken = await answerTo('POST /api/accept HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n');
  for (const name of Object.keys(CALL_HEADERS)) expect(broken.head).toContain(`\r\n${name}: `);
  expect(broken).toMatchObject({ status: 400, body: { code: 400, message: 'Запрос не удалось прочитать' } });
  const endless = await answerTo(`GET /api/partner?${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(endless).toMatchObject({ status: 431, body: { code: 431, message: 'Запрос слишком большой' } });
});

test('calls 1: an unavailable service gives the user a message and our log a line', async () => {
  const [person, staff, company] = [await givenPerson(api), await givenStaff(api), await givenCompany(api)];
  const form = new FormData();
  for (const [name, value] of Object.entries({
    company_id: company.id,
    partner_id: 2,
    date: '2026-08',
    title: 'Отчёт',
  }))
    form.set(name, String(value));
  form.set('file', new Blob([givenPdf('отчёт')]), 'report.pdf');
  const answers = [
    await api.get('/api/accept/check?inn=5047123455', { token: person.token }),
    await api.post('/api/send-to-driver', {
      json: { route: 'auth/register', phone: '79161234567', recaptchaToken: 'x' },
    }),
    await api.post('/staff/api/documents', { token: staff.token, multipart: form }),
  ];
  expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
    [503, 'Реестр компаний не отвечает. Попробуйте ещё раз'],
    [503, 'Проверка не отвечает. Попробуйте ещё раз'],
    [503, 'Хранилище файлов не отвечает. Попробуйте ещё раз'],
  ]);
  expect(logged.map(({ msg, err }) => [msg, err?.message])).toEqual([
    ['an outside service is away', 'dadata: HTTP 403'],
    ['an outside service is away', 'recaptcha: invalid-input-secret'],
    ['an outside service is away', 'storage.example cannot be reached'],
  ]);
});

test('calls 1: a read that the database gives up is answered 503, and our log names it', async () => {
  const { admin } = await givenCompany(api);
  const { id } = (
    await api.post('/api/vehicles', { token: admin.token, json: { plate: 'А123ВС77', brand: 'Volvo FH' } })
  ).body.data;
  const answer = await api.ctx.db.inSystem(async (tx) => {
    // The tables and the sessions are those of the role that signed in.
    await sql`set local role none`.execute(tx);
    await sql`lock table vehicle_odometer in access exclusive mode`.execute(tx);
    const read = api.get(`/api/vehicles/${id}/fuel`, { token: admin.token });
    await waitUntilWaiting(api);
    // PostgreSQL cancels a statement by its timeout with the same code.
    await sql`
      select pg_cancel_backend(pid) from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`.execute(tx);
    return await read;
  });
  expect([answer.status, answer.body.message]).toEqual([503, 'Запрос шёл слишком долго. Попробуйте ещё раз']);
  expect(logged.at(-1)).toMatchObject({ level: 50, msg: 'the database gave up a statement' });
});

test('an anonymous caller reads how to authenticate: by a key', async () => {
  const challenge = async (path: string, headers: Record<string, string> = {}) => {
    const { status, headers: received } = await api.get(path, { headers });
    return [status, received.get('www-authenticate')];
  };
  const authorization = 'Bearer mg_live_unknown';
  expect(await challenge('/api/v1/cards')).toEqual([401, 'Bearer']);
  expect(await challenge('/api/v1/cards', { authorization })).toEqual([401, 'Bearer error="invalid_token"']);
  expect(await challenge('/api/public-api/v2', { authorization })).toEqual([401, 'Bearer']);
  expect((await api.post('/api/mcp', { json: {} })).headers.get('www-authenticate')).toBe('Bearer');
});
