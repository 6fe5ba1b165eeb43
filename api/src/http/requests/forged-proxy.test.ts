import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rows } from '../../db/database.ts';
import { buildServer } from '../../server.ts';
import { startApi } from '../../testing/api.ts';

/** The addresses that codes were counted under when each of these claims came over one connection. */
async function countedUnder(proxies: string, claims: readonly string[], socket: string): Promise<string[]> {
  const api = await startApi({ jobs: false, env: { TRUSTED_PROXIES: proxies } });
  try {
    for (const [index, claim] of claims.entries())
      await api.app.inject({
        method: 'POST',
        url: '/api/send-to-driver',
        payload: { route: 'auth/register', phone: `7946000000${index}`, recaptchaToken: 'any' },
        remoteAddress: socket,
        headers: { 'x-forwarded-for': claim, 'x-real-ip': claim },
      });
    const counted = await rows(api.ctx.db.system, sql<{ ip: string }>`select ip from sms_code order by id`);
    return counted.map((item) => item.ip);
  } finally {
    await api.stop();
  }
}

test('a forged X-Forwarded-For changes nothing where the operator has named no proxy', async () => {
  const claims = ['198.51.100.1', '198.51.100.2, 127.0.0.1'];
  expect(await countedUnder('', claims, '127.0.0.1')).toEqual(['127.0.0.1', '127.0.0.1']);
});

test('behind a named proxy the last address that the caller can’t have written counts', async () => {
  const claims = ['198.51.100.1', '10.9.9.9, 203.0.113.9'];
  const counted = await countedUnder('10.0.0.5, 10.1.0.0/16', claims, '10.1.2.3');
  expect(counted).toEqual(['198.51.100.1', '203.0.113.9']);
});

test('a neighbour of the named proxies is not believed', async () => {
  expect(await countedUnder('10.0.0.5', ['198.51.100.1'], '10.0.0.6')).toEqual(['10.0.0.6']);
});

test('an unconfigured proxy of the local network is reported once', async () => {
  const logged: unknown[] = [];
  const api = await startApi({ jobs: false });
  try {
    const log = api.ctx.log.child({});
    log.error = (...input: unknown[]) => void logged.push(input);
    const app = await buildServer({ ...api.ctx, log, config: { ...api.ctx.config, production: true } });
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    for (const remoteAddress of ['203.0.113.5', '10.0.0.7', '10.0.0.8'])
      await app.inject({ url: '/api/operator', remoteAddress, headers });
    await app.close();
  } finally {
    await api.stop();
  }
  expect(logged).toEqual([[{ proxy: '10.0.0.7' }, 'a proxy is not named in TRUSTED_PROXIES']]);
});
