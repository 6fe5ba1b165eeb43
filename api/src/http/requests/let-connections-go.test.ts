import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { startApi } from '../../testing/api.ts';

test('a connection without a request does not keep a stopped server alive', async () => {
  const api = await startApi({ jobs: false });
  // Not even Node's own timeout ends the connection.
  api.app.server.headersTimeout = 0;
  api.app.server.requestTimeout = 0;
  const silent = net.connect(Number(new URL(api.url).port), '127.0.0.1');
  const ended = once(silent, 'close');
  await once(silent, 'connect');
  await api.get('/healthz');
  await api.stop();
  await ended;
  expect(silent.bytesRead).toBe(0);
});
