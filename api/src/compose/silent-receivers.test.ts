import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';
import { givenCompany, givenMoney, type GivenCompany } from '../testing/givens/factories.ts';

let api: TestApi;
let server: Server;
/** Addresses that were called and wait for an answer that never comes. A delivery gives up after a while. */
const hanging = new Set<string>();
let maxHanging = 0;
/** All addresses that were called and never answer. */
const called = new Set<string>();
const answered: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = String(request.url);
    if (!path.startsWith('/silent')) {
      answered.push(path);
      return void response.writeHead(204).end();
    }
    called.add(path);
    hanging.add(path);
    maxHanging = Math.max(maxHanging, hanging.size);
    response.on('close', () => hanging.delete(path));
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  api = await startApi();
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await api?.stop();
});

async function givenWebhook(company: GivenCompany, path: string): Promise<void> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const json = { url, types: ['balance.changed'] };
  const { status } = await api.post('/api/webhooks', { token: company.admin.token, json });
  expect(status).toBe(200);
}

const pay = (company: GivenCompany) =>
  givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 12_345);

test('an event reaches a company while another one has ten receivers that never answer', async () => {
  const slow = await givenCompany(api);
  const quick = await givenCompany(api);
  for (let count = 0; count < 10; count += 1) await givenWebhook(slow, `/silent/${count}`);
  await givenWebhook(quick, '/quick');
  await pay(slow);
  await expect.poll(() => maxHanging).toBe(2);
  await pay(quick);
  await expect.poll(() => answered).toEqual(['/quick']);
  // Two at a time wait for an answer, and others still wait for their turn.
  expect(maxHanging).toBe(2);
  expect(called.size).toBeLessThan(10);
});
