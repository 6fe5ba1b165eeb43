import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});

afterAll(() => api.stop());

/** What the server says to bytes that no client library would send. */
async function answerTo(bytes: string): Promise<{ status: number; body: unknown }> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  const heard: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => heard.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = Buffer.concat(heard).toString('utf8').split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}

test.each([
  ['not UTF-8', '/api/card/%ff'],
  ['half an escape', '/api/card/%zz/setComment'],
  ['endless', `/api/client/${'x'.repeat(3000)}`],
])('api.md 1: an address that is %s is refused in the envelope, in Russian', async (_, path) => {
  const answer = await api.get(path);
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({ code: 400, message: 'Запрос не удалось прочитать' });
});

test('api.md 1: a request that came too slowly hears so in the envelope', async () => {
  // Node looks for such connections twice a minute; here the first to come is found at once.
  api.app.server.once('connection', (socket) =>
    socket.once('data', () => {
      api.app.server.emit('clientError', { code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
    }),
  );
  const slow = await answerTo('POST /api/log HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nя');
  expect(slow).toEqual({
    status: 408,
    body: { code: 408, message: 'Запрос шёл слишком долго. Попробуйте ещё раз' },
  });
});

test('api.md 1: what is no HTTP at all is refused in the envelope too', async () => {
  const broken = await answerTo('POST /api/accept HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n');
  expect(broken).toEqual({ status: 400, body: { code: 400, message: 'Запрос не удалось прочитать' } });
  const endless = await answerTo(`GET /api/partner?${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(endless).toEqual({ status: 431, body: { code: 431, message: 'Запрос слишком большой' } });
});
