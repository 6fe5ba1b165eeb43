import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from '../environment.ts';
import { readCaptchaConfig, readQuerySessionToken, readTrustedProxies } from './safety-config.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  SMS_PROVIDER: 'exolve',
  SMS_SECRET: 's',
  DADATA_TOKEN: 't',
  MAIL_PROVIDER: 'smtp',
  SMTP_URL: 'smtp://mail.example.ru',
  MAIL_FROM: 'no-reply@example.ru',
  PUBLIC_URL: 'https://cards.example.ru',
};

test('no X-Forwarded-For is trusted until the operator names a proxy', () => {
  expect(readConfig(PRODUCTION).trustedProxies).toEqual([]);
  const TRUSTED_PROXIES = '10.0.0.5, 10.1.0.0/16  2001:db8::/32,loopback';
  expect(readTrustedProxies({ TRUSTED_PROXIES })).toEqual([
    '10.0.0.5',
    '10.1.0.0/16',
    '2001:db8::/32',
    'loopback',
  ]);
});

test.each([
  'nginx',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0/8',
  '10.0.0.5/8/8',
  '0.0.0.0/0',
  '::/0',
  '1',
  'true',
  '*',
])('a start with TRUSTED_PROXIES=%s is refused with a sentence', (TRUSTED_PROXIES) => {
  expect(() => readConfig({ TRUSTED_PROXIES })).toThrow(ConfigError);
  expect(() => readConfig({ TRUSTED_PROXIES })).toThrow(/^TRUSTED_PROXIES: .*\.$/);
});

test('the session’s token in a link is refused in production until allowed', () => {
  expect(readConfig(PRODUCTION).querySessionToken).toBe(false);
  expect(readQuerySessionToken({ QUERY_SESSION_TOKEN: '1' }, true)).toBe(true);
  expect(readQuerySessionToken({}, false)).toBe(true);
  expect(readQuerySessionToken({ QUERY_SESSION_TOKEN: '0' }, false)).toBe(false);
});

test('the captcha is the configured one; reCAPTCHA’s keys alone still mean reCAPTCHA', () => {
  const google = { RECAPTCHA_SITE_KEY: 'g', RECAPTCHA_SECRET: 's' };
  const yandex = { SMARTCAPTCHA_CLIENT_KEY: 'y', SMARTCAPTCHA_SERVER_KEY: 'k' };
  expect(readCaptchaConfig({})).toBeNull();
  expect(readCaptchaConfig(yandex)).toBeNull();
  expect(readCaptchaConfig(google)).toEqual({ kind: 'recaptcha', siteKey: 'g', secret: 's' });
  expect(readCaptchaConfig({ ...google, ...yandex, CAPTCHA: 'smartcaptcha' })).toEqual({
    kind: 'smartcaptcha',
    siteKey: 'y',
    secret: 'k',
  });
  expect(readCaptchaConfig({ ...google, CAPTCHA: 'none' })).toBeNull();
  expect(() => readCaptchaConfig({ CAPTCHA: 'smartcaptcha' })).toThrow(
    /SMARTCAPTCHA_CLIENT_KEY and SMARTCAPTCHA_SERVER_KEY/,
  );
  expect(() => readCaptchaConfig({ SMARTCAPTCHA_SERVER_KEY: 'k' })).toThrow(/set both or none/);
  expect(() => readCaptchaConfig({ RECAPTCHA_SECRET: 'half' })).toThrow(/RECAPTCHA_SITE_KEY/);
  expect(() => readCaptchaConfig({ CAPTCHA: 'hcaptcha' })).toThrow(ConfigError);
});

test('limits are strict with a real SMS provider, and loose with the outbox', () => {
  expect(readConfig(PRODUCTION).codeLimits.perDay).toEqual({ phone: 24, address: 500, programme: 10_000 });
  expect(readConfig({}).codeLimits.perDay.phone).toBe(10_000);
});
