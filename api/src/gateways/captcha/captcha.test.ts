import { afterEach, describe, expect, test } from 'vitest';
import { serveWire, type WireReply, type WireServer } from '../../testing/wires/serve-wire.ts';
import { CaptchaUnavailable } from './captcha.ts';
import { openCaptcha } from './open-captcha.ts';
import { recaptcha, type RecaptchaOptions } from './recaptcha.ts';

let server: WireServer | undefined;
afterEach(async () => server?.stop());

async function verifyAgainst(reply: WireReply, options: Partial<RecaptchaOptions> = {}) {
  server = await serveWire(() => reply);
  return recaptcha({ secret: 'secret', baseUrl: server.url, ...options }).verify('token', '203.0.113.7');
}

describe('reCAPTCHA on the production host (§7.7)', () => {
  test('a proven person passes, and the wire is Google’s own', async () => {
    expect(await verifyAgainst({ body: { success: true, hostname: 'example.ru' } })).toBe(true);
    const [request] = server!.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/recaptcha/api/siteverify' });
    expect(Object.fromEntries(new URLSearchParams(request!.body))).toEqual({
      secret: 'secret',
      response: 'token',
      remoteip: '203.0.113.7',
    });
  });

  test('a used or foreign token does not pass', async () => {
    expect(await verifyAgainst({ body: { success: false, 'error-codes': ['timeout-or-duplicate'] } })).toBe(
      false,
    );
  });

  test('a token made for another site does not pass', async () => {
    expect(
      await verifyAgainst({ body: { success: true, hostname: 'evil.ru' } }, { hostname: 'example.ru' }),
    ).toBe(false);
  });

  test('a low score does not pass', async () => {
    expect(await verifyAgainst({ body: { success: true, score: 0.2 } }, { minScore: 0.5 })).toBe(false);
  });

  test('an empty or huge token is not even sent', async () => {
    server = await serveWire(() => ({ body: { success: true } }));
    const captcha = recaptcha({ secret: 'secret', baseUrl: server.url });
    expect(await captcha.verify('')).toBe(false);
    expect(await captcha.verify('x'.repeat(10_000))).toBe(false);
    expect(server.requests).toEqual([]);
  });

  test.each<[string, WireReply]>([
    ['our secret is refused', { body: { success: false, 'error-codes': ['invalid-input-secret'] } }],
    ['nonsense', { body: '<html>' }],
    ['a server error', { status: 503, body: {} }],
    ['silence', 'silence'],
    ['a broken connection', 'break'],
  ])('the visitor is not blamed for %s', async (_, reply) => {
    await expect(verifyAgainst(reply, { timeLimitMs: 100 })).rejects.toThrow(CaptchaUnavailable);
  });
});

test('§7.7 elsewhere any non-empty token passes', async () => {
  expect(await openCaptcha.verify('fake')).toBe(true);
  expect(await openCaptcha.verify('  ')).toBe(false);
});
