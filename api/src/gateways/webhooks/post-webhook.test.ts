import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInnerAddress, isInnerHost } from '../../lib/inner-address.ts';
import { webhookPoster } from './post-webhook.ts';

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '192.168.0.1',
  '172.31.0.1',
  '169.254.169.254',
  '0.0.0.0',
  '100.64.0.1',
  '::1',
  'fd00::1',
  'fe80::1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '::127.0.0.1',
  '::ffff:8.8.8.8',
  'fec0::1',
  '2002:7f00:1::',
  '2001:0:1::1',
  '2001:db8::1',
  '3fff::1',
  '4000::1',
  'ff02::1',
  '192.88.99.1',
  '255.255.255.255',
  '239.1.1.1',
  'no address',
])('%s is inside', (address) => {
  expect(isInnerAddress(address)).toBe(true);
});

test.each(['8.8.8.8', '95.163.1.1', '2a02:6b8::1'])('%s is outside', (address) => {
  expect(isInnerAddress(address)).toBe(false);
});

test.each([
  'https://localhost./',
  'https://LOCALHOST/',
  'https://portal.localhost/',
  'https://intranet/',
  'https://db.internal./',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://0x7f000001/',
  'https://127.1/',
  'https://127.0.0.1./',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b:1::7f00:1]/',
  'https://[fec0::1]/',
  'https://１２７.0.0.1/',
])('%s leads inside, however it is written', (url) => {
  expect(isInnerHost(new URL(url).hostname)).toBe(true);
});

test('only public unicast passes, whatever the address', () => {
  const part = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(fc.array(part, { minLength: 8, maxLength: 8 }), (parts) => {
      const first = parts[0] as number;
      const address = parts.map((number) => number.toString(16)).join(':');
      if (first < 0x2000 || first > 0x3fff) expect(isInnerAddress(address)).toBe(true);
    }),
  );
});

test('a port that is not named in the settings gets nothing', async () => {
  const post = webhookPoster({ inner: true, ports: [443, 80] });
  expect(await post('http://127.0.0.1:22/', { headers: {}, body: '{}' })).toEqual({
    error: 'Порт не разрешён',
  });
});

test('a name or a number that leads inside gets nothing', async () => {
  let calls = 0;
  const server = createServer((_, response) => {
    calls += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const post = webhookPoster({ inner: false });
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1'])
    expect(await post(`http://${host}:${port}/`, { headers: {}, body: '{}' })).toEqual({
      error: 'Адрес во внутренней сети',
    });
  expect(calls).toBe(0);
  server.close();
});

test('a redirect counts as a response and is not followed, a missing host is explained', async () => {
  const server = createServer((_, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const post = webhookPoster({ inner: true });
  expect(await post(`http://127.0.0.1:${port}/`, { headers: {}, body: '{}' })).toEqual({ status: 302 });
  await new Promise((resolve) => server.close(resolve));
  expect(await post(`http://127.0.0.1:${port}/`, { headers: {}, body: '{}' })).toEqual({
    error: 'Сервер отказал в соединении',
  });
});

test('messages in sequence go over one connection', async () => {
  let connections = 0;
  const server = createServer((_, response) => response.end('принято'));
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const post = webhookPoster({ inner: true });
  for (let count = 0; count < 3; count += 1)
    expect(await post(`http://127.0.0.1:${port}/`, { headers: {}, body: '{}' })).toEqual({ status: 200 });
  expect(connections).toBe(1);
  server.closeAllConnections();
  server.close();
});

test('a reused connection that its receiver closes on the next message is no failure', async () => {
  let requested = 0;
  const server = createServer((request, response) => {
    requested += 1;
    if (requested === 2) return void request.socket.resetAndDestroy();
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const post = webhookPoster({ inner: true });
  for (let count = 0; count < 2; count += 1)
    expect(await post(`http://127.0.0.1:${port}/`, { headers: {}, body: '{}' })).toEqual({ status: 200 });
  expect(requested).toBe(3);
  server.closeAllConnections();
  server.close();
});

test('a receiver that ends each connection without a response is reported as a failure', async () => {
  const server = createServer((request) => void request.socket.resetAndDestroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const post = webhookPoster({ inner: true });
  expect(await post(`http://127.0.0.1:${port}/`, { headers: {}, body: '{}' })).toEqual({
    error: 'Соединение прервалось',
  });
  server.close();
});
