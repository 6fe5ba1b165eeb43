import { randomBytes } from 'node:crypto';
import { connect, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type ApiResponse, type TestApi } from '../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenStaff,
  type GivenCard,
  type GivenCompany,
} from '../testing/givens/factories.ts';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
  card = await givenCard(api, company.id);
});

afterAll(() => api.stop());

const FORM = 'application/x-www-form-urlencoded';

const comment = (type: string, body: string | Uint8Array) =>
  api.post(`/api/card/${card.id}/setComment`, { token: company.admin.token, raw: { type, body } });

async function readStoredComment(): Promise<string> {
  const { body } = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
  return body.data.comment;
}

test.each([
  ['JSON in windows-1251', 'application/json', Buffer.from('{"comment":"\xca\xe0\xec\xe0\xe7"}', 'latin1')],
  ['JSON with half a pair of characters', 'application/json', '{"comment":"\\ud83d"}'],
  ['a form in windows-1251', FORM, Buffer.from('comment=\xca\xe0\xec\xe0\xe7', 'latin1')],
  ['a form with escapes of windows-1251', FORM, 'comment=%CA%E0%EC%E0%E7'],
  ['a form with half an escape', FORM, 'comment=100%'],
])('calls 1: %s is refused, not stored as other text than was sent', async (_, type, body) => {
  await comment(FORM, 'comment=Камаз');
  const answer = await comment(type, body);
  expect(answer.status).toBe(400);
  expect(answer.body.message).toMatch(/[а-я]/);
  expect(await readStoredComment()).toBe('Камаз');
});

test('calls 1: UTF-8 is read as it is, with or without a byte order mark', async () => {
  await comment('application/json', '\ufeff{"comment":"Камаз 😀"}');
  expect(await readStoredComment()).toBe('Камаз 😀');
  await comment(FORM, 'comment=%D0%9A%D0%B0%D0%BC%D0%B0%D0%B7+100%25');
  expect(await readStoredComment()).toBe('Камаз 100%');
});

test('calls 1: a comment that is a number is the same in JSON as in a form', async () => {
  for (const [type, body] of [
    [FORM, 'comment=816'],
    ['application/json', '{"comment":816}'],
  ] as const) {
    await comment(FORM, 'comment=Камаз');
    expect((await comment(type, body)).status).toBe(200);
    expect(await readStoredComment()).toBe('816');
  }
});

test('calls 1: a missing text, or another type, is refused with the reason', async () => {
  const { token } = company.admin;
  const input = async (path: string, json: object) =>
    (await api.post(path, { token, json })).body.error_messages;
  for (const json of [{}, { comment: null }, { comment: ['Камаз'] }])
    expect(await input(`/api/card/${card.id}/setComment`, json)).toEqual({ comment: ['Ожидается текст'] });
  expect(await input('/api/drivers', { name: 7, surname: null, patronymic: 7 })).toEqual({
    name: ['Ожидается текст'],
    surname: ['Необходимо заполнить это поле'],
    patronymic: ['Ожидается текст'],
  });
});

test('calls 1: a number that is left out is asked for, not called no number', async () => {
  const { token } = company.admin;
  const missing = ['Необходимо заполнить это поле'];
  for (const json of [{}, { id: null }, { id: ' ' }])
    expect((await api.post('/api/users/detachRoles', { token, json })).body.error_messages).toEqual({
      id: missing,
    });
  const act = await api.get('/api/cardsRequest/downloadAct', { token });
  expect(act.body.error_messages).toEqual({ item_id: missing });
  const response = await api.post('/api/users/detachRoles', { token, json: { id: 'Иван' } });
  expect(response.body.error_messages).toEqual({ id: ['Ожидается целое число'] });
});

test('calls 1: an address whose query is not UTF-8 is refused, not searched for', async () => {
  for (const search of ['%CA%E0%EC%E0%E7', '%zz', '100%']) {
    const answer = await api.get(`/api/card?search=${search}`, { token: company.admin.token });
    expect(answer.body).toEqual({ code: 400, message: 'Запрос не удалось прочитать' });
  }
});

test.each([
  'text/plain;charset=UTF-8',
  'application/octet-stream',
  'application/json',
  'multipart/form-data',
  FORM,
])('§7.27 an empty body is accepted where none is needed, though its type is %s', async (type) => {
  const raw = { type, body: '' };
  const answer = await api.post(`/api/card/${card.id}/changeStatus`, { token: company.admin.token, raw });
  expect(answer.body).toMatchObject({ code: 200, data: { id: card.id } });
});

test('§7.27 an empty body without a length is accepted too, though its type is text/plain', async () => {
  const lines = ['Host: portal', `X-Auth-Token: ${company.admin.token}`, 'Content-Type: text/plain'];
  const head = [`POST /api/card/${card.id}/changeStatus HTTP/1.1`, ...lines, 'Connection: close'];
  expect(await answersTo(`${head.join('\r\n')}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
});

test.each(['application/xml', 'application/vnd.api+json', 'text/plain', null])(
  'calls 1: a body of an unsupported type (%s) is refused with the supported ones',
  async (type) => {
    const answer = await fetch(`${api.url}/api/card/${card.id}/setComment`, {
      method: 'POST',
      headers: { 'x-auth-token': company.admin.token, ...(type && { 'content-type': type }) },
      body: Buffer.from('{"comment":"Камаз"}'),
    });
    expect(await answer.json()).toEqual({ code: 400, message: 'Ожидаются поля формы или объект JSON' });
  },
);

test('a field with two faults of one sentence says it once', async () => {
  const answer = await api.get('/api/card/9007199254740993', { token: company.admin.token });
  expect(answer.body.error_messages).toEqual({ id: ['Ожидается целое число'] });
});

const GAP = { 'accounts[3][partner_id]': '1', 'accounts[3][sum]': '5', 'accounts[7][sum]': 'много' };
const GAPPED = Object.entries({ ...GAP, 'accounts[7][partner_id]': '2' });

test.each([
  ['a form', FORM, new URLSearchParams(GAPPED).toString()],
  ['a form’s names in JSON', 'application/json', JSON.stringify(Object.fromEntries(GAPPED))],
  [
    'multipart',
    'multipart/form-data; boundary=x',
    `${GAPPED.map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--x--\r\n`,
  ],
])(
  'calls 1: %s that skips places of a list is refused for a place it did not send',
  async (_, type, body) => {
    const place = `/api/client/${company.id}/accounts`;
    const answer = await api.post(place, { token: company.admin.token, raw: { type, body } });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error_messages ?? {})).toEqual(['accounts.7.sum']);
  },
);

/** Posts a multipart body of the given parts. `FormData` would not send their types and lengths as given. */
function multipart(path: string, ...parts: readonly string[]): Promise<ApiResponse> {
  const input = parts.map((part) => `--x\r\nContent-Disposition: form-data; ${part}\r\n`);
  const raw = { type: 'multipart/form-data; boundary=x', body: `${input.join('')}--x--\r\n` };
  return api.post(path, { token: company.admin.token, raw });
}

test('calls 1: a part that is JSON is refused, not stored as “[object Object]”', async () => {
  await comment(FORM, 'comment=Камаз');
  const part = 'name="comment"\r\nContent-Type: application/json\r\n\r\n{"text":"МАЗ"}';
  const answer = await multipart(`/api/card/${card.id}/setComment`, part);
  expect(answer.body).toEqual({ code: 400, message: expect.stringMatching(/[а-я]/) });
  expect(await readStoredComment()).toBe('Камаз');
});

test.each(['/api/log', '/api/send-to-driver'])(
  'an anonymous form to %s can’t fill the memory: past 1 MiB it is refused',
  async (path) => {
    const parts = Array.from({ length: 150 }, (_, at) => `name="f${at}"\r\n\r\n${'x'.repeat(1e6)}`);
    for (const many of [parts.slice(0, 2), parts]) {
      const answer = await multipart(path, ...many);
      expect(answer.body).toMatchObject({ code: 413, message: 'Запрос слишком большой' });
    }
    const endless = await multipart(path, `name="message"\r\n\r\n${'x'.repeat(2 * 1024 * 1024)}`);
    expect(endless.status).toBe(413);
  },
);

test.each([
  ['application/json', '{"message":"'],
  ['application/x-www-form-urlencoded', 'message='],
])('a client that reads only after all 30 MB of its %s are sent gets the refusal', async (type, start) => {
  for (const _ of [1, 2, 3]) {
    const answer = await sendThenRead(type, start + 'x'.repeat(30_000_000));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"message":"Запрос слишком большой"');
  }
});

/** Sends as many clients do. It reads nothing of the answer before the whole request has left. */
async function sendThenRead(type: string, body: string): Promise<string> {
  const { port } = api.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').pause();
  const head = [
    `POST /api/log HTTP/1.1`,
    'Host: portal',
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
  ];
  await new Promise<void>((sent, failed) => {
    socket.once('error', failed);
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, (error) => (error ? failed(error) : sent()));
  });
  for await (const chunk of socket) return String(chunk);
  throw new Error('no answer');
}

test('a file where none is expected is refused, and the next request is answered', async () => {
  const file = `name="message"; filename="a.txt"\r\n\r\n${'x'.repeat(2e6)}`;
  for (const _ of [1, 2]) {
    expect((await multipart('/api/log', file)).body).toEqual({ code: 400, message: 'Файл здесь не нужен' });
  }
  const raw = { type: 'text/csv', body: 'message\r\nx' };
  expect((await api.post('/api/log', { raw })).status).toBe(400);
  expect((await multipart('/api/log', 'name="message"\r\n\r\nпривет')).status).toBe(200);
});

test('after a file that is too large the same connection answers the next request', async () => {
  const { token } = await givenStaff(api);
  const answers = await answerThenNext(
    ['POST /staff/api/stations HTTP/1.1', `X-Auth-Token: ${token}`, 'Content-Type: text/csv'],
    Buffer.alloc(15_000_000, 'x'),
  );
  expect(answers).toMatch(/^HTTP\/1\.1 400 .*Файл больше 10 МБ.*HTTP\/1\.1 200 /s);
});

const FILE_PART = Buffer.from('--x\r\nContent-Disposition: form-data; name="act"; filename="a.png"\r\n\r\n');

test.each([
  ['JSON', 'application/json', gzipSync('{"comment":"МАЗ"}')],
  ['a form', FORM, gzipSync('comment=МАЗ')],
  [
    'a form with a file',
    'multipart/form-data; boundary=x',
    gzipSync(Buffer.concat([FILE_PART, randomBytes(1e6)])),
  ],
  ['what can’t be unpacked', 'text/csv', Buffer.alloc(1e6, 'x')],
])('packed, %s is refused at once, and the next request is answered', async (_, type, body) => {
  await comment(FORM, 'comment=Камаз');
  const answers = await answerThenNext(
    [
      `POST /api/card/${card.id}/setComment HTTP/1.1`,
      `X-Auth-Token: ${company.admin.token}`,
      `Content-Type: ${type}`,
      'Content-Encoding: gzip',
    ],
    body,
  );
  expect(answers).toMatch(/^HTTP\/1\.1 400 .*Сжатый запрос не принимается.*HTTP\/1\.1 200 /s);
  expect(await readStoredComment()).toBe('Камаз');
});

/** Returns the answers to a request and to the one behind it over the same connection. */
function answerThenNext(head: readonly string[], body: Buffer): Promise<string> {
  const lines = [...head, 'Host: portal', `Content-Length: ${body.length}`];
  const next = 'GET /healthz HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n\r\n';
  return answersTo(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body, Buffer.from(next)]));
}

/** Returns the answers to these bytes until the connection is closed. */
async function answersTo(bytes: string | Buffer): Promise<string> {
  const { port } = api.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  let answers = '';
  for await (const chunk of socket) answers += String(chunk);
  return answers;
}

test('a client that sends drop by drop is cut off, a large slow upload arrives', () => {
  // 10 MiB in five minutes are 280 kbit/s.
  expect(api.app.server.requestTimeout).toBe(300_000);
  expect(api.app.server.headersTimeout).toBe(60_000);
});

test('calls 1: JSON of fifty thousand names, or nested lists, is refused at once', async () => {
  const names = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`f[${index}]`, 1]));
  const deep = `{"comment":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  for (const body of [JSON.stringify(names), deep, '[['.repeat(40), '{"a":"\\\\"}'.padEnd(20, '[')])
    expect((await comment('application/json', body)).status).toBe(400);
  const nested = `${'['.repeat(100)}\\"${'{'.repeat(50)}`;
  expect((await comment('application/json', JSON.stringify({ comment: nested }))).status).toBe(200);
  expect(await readStoredComment()).toBe(nested);
});
