import { afterEach, expect, test } from 'vitest';
import { serveWire, type WireReply, type WireServer } from '../../testing/wires/serve-wire.ts';
import { CaptchaUnavailable } from './captcha.ts';
import { smartcaptcha, type SmartcaptchaOptions } from './smartcaptcha.ts';

let server: WireServer | undefined;
afterEach(async () => server?.stop());

async function verifyAgainst(reply: WireReply, options: Partial<SmartcaptchaOptions> = {}) {
  server = await serveWire(() => reply);
  return smartcaptcha({ secret: 'secret', baseUrl: server.url, ...options }).verify('token', '203.0.113.7');
}

test('a proven person passes, and the wire is that of Yandex', async () => {
  expect(await verifyAgainst({ body: { status: 'ok', message: '', host: 'example.ru' } })).toBe(true);
  const [request] = server!.requests;
  expect(request).toMatchObject({ method: 'POST', path: '/validate' });
  expect(Object.fromEntries(new URLSearchParams(request!.body))).toEqual({
    secret: 'secret',
    token: 'token',
    ip: '203.0.113.7',
  });
});

test('a used token, or one made for another site, does not pass', async () => {
  const used = { body: { status: 'failed', message: 'Invalid or expired Token.', host: '' } };
  expect(await verifyAgainst(used)).toBe(false);
  const foreign = { body: { status: 'ok', message: '', host: 'evil.example' } };
  expect(await verifyAgainst(foreign, { hostname: 'example.ru' })).toBe(false);
});

test('an empty or huge token is not even sent', async () => {
  server = await serveWire(() => ({ body: { status: 'ok' } }));
  const captcha = smartcaptcha({ secret: 'secret', baseUrl: server.url });
  expect(await captcha.verify(' ')).toBe(false);
  expect(await captcha.verify('x'.repeat(10_000))).toBe(false);
  expect(server.requests).toEqual([]);
});

test.each<[string, WireReply]>([
  ['our key is refused', { body: { status: 'failed', message: 'Authentication failed. Secret is wrong.' } }],
  ['nonsense', { body: '<html>' }],
  ['a server error', { status: 503, body: {} }],
  ['silence', 'silence'],
  ['a broken connection', 'break'],
])('the visitor is not blamed for %s', async (_, reply) => {
  await expect(verifyAgainst(reply, { timeLimitMs: 100 })).rejects.toThrow(CaptchaUnavailable);
});
