import { expect, test } from 'vitest';
import { ConfigError } from '../environment.ts';
import { readConfig } from './config.ts';
import { findMisspeltSettings } from './misspelt-settings.ts';

const DATABASE_URL = 'postgres://127.0.0.1:1/none';
const MAIL = {
  MAIL_PROVIDER: 'smtp',
  SMTP_URL: 'smtp://mail.example.ru',
  MAIL_FROM: 'no-reply@example.ru',
  PUBLIC_URL: 'https://cards.example.ru',
};
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL,
  SMS_PROVIDER: 'exolve',
  SMS_SECRET: 's',
  ...MAIL,
};

test('a production start without a company registry does not begin', () => {
  expect(() => readConfig(PRODUCTION)).toThrow(ConfigError);
  for (const env of [PRODUCTION, { ...PRODUCTION, DADATA_TOKEN: '' }])
    expect(() => readConfig(env)).toThrow(/DADATA_TOKEN/);
  expect(readConfig({ ...PRODUCTION, DADATA_TOKEN: 't' }).dadataToken).toBe('t');
});

test('with nothing configured the portal starts as the demonstration', () => {
  expect(readConfig({})).toMatchObject({ demo: true, dadataToken: null, production: false });
});

test('production without DATABASE_URL, or with the demonstration, refuses to start', () => {
  const real = { ...PRODUCTION, DADATA_TOKEN: 't' };
  expect(readConfig(real)).toMatchObject({ production: true, demo: false });
  for (const env of [
    { ...real, DATABASE_URL: '' },
    { ...real, DATABASE_URL: undefined, DEMO: '0' },
    { ...real, DATABASE_URL: undefined, DEMO: '1' },
  ]) {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(/^Without DATABASE_URL .* needs a PostgreSQL\.$/);
  }
  for (const DEMO of ['1', 'true']) {
    expect(() => readConfig({ ...real, DEMO })).toThrow(ConfigError);
    expect(() => readConfig({ ...real, DEMO })).toThrow(/^DEMO=1 invents/);
  }
});

test('networks are simulated in the demonstration or on request, never in production', () => {
  expect(readConfig({}).simulatedNetworks).toBe('all');
  expect(readConfig({ DEMO: '0' }).simulatedNetworks).toBe('none');
  expect(readConfig({ DEMO: '0', SIMULATED_NETWORKS: 'added' }).simulatedNetworks).toBe('added');
  const production = { ...PRODUCTION, DADATA_TOKEN: 't' };
  expect(readConfig(production).simulatedNetworks).toBe('none');
  for (const SIMULATED_NETWORKS of ['added', 'all'])
    expect(() => readConfig({ ...production, SIMULATED_NETWORKS })).toThrow(/^SIMULATED_NETWORKS=/);
});

test('metrics are closed in production until a token or a separate port is configured', () => {
  const production = { ...PRODUCTION, DADATA_TOKEN: 't', DATABASE_URL: 'postgres://x/y' };
  expect(readConfig({}).metrics).toEqual({ port: null, host: '127.0.0.1', token: null, onMainPort: true });
  expect(readConfig(production).metrics).toMatchObject({ port: null, onMainPort: false });
  expect(readConfig({ ...production, METRICS_PORT: '9464' }).metrics).toMatchObject({
    port: 9464,
    onMainPort: false,
  });
  const token = 'long-enough-secret';
  expect(readConfig({ ...production, METRICS_TOKEN: token }).metrics).toMatchObject({
    token,
    onMainPort: true,
  });
  expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow(/METRICS_TOKEN.*16/);
  expect(() => readConfig({ METRICS_PORT: 'nine' })).toThrow(/METRICS_PORT=nine is not a whole number/);
});

test('production refuses to start without a mail server: the outbox shows every email', () => {
  const real = { ...PRODUCTION, DADATA_TOKEN: 't' };
  for (const MAIL_PROVIDER of ['', 'outbox'])
    expect(() => readConfig({ ...real, MAIL_PROVIDER })).toThrow(/^MAIL_PROVIDER=outbox shows every letter/);
  expect(() => readConfig({ ...real, PUBLIC_URL: '' })).toThrow(/a production start needs PUBLIC_URL/);
  expect(() => readConfig({ ...real, PUBLIC_URL: 'http://cards.example.ru' })).toThrow(/needs https/);
  expect(() => readConfig({ ...real, MAIL_FROM: '' })).toThrow(/^MAIL_FROM=/);
  expect(() => readConfig({ ...real, SMTP_URL: 'https://u:hush@mail.example.ru' })).toThrow(
    /^SMTP_URL is not/,
  );
  expect(() => readConfig({ ...real, SMTP_URL: '' })).toThrow(ConfigError);
});

test('production sends email only over TLS, except to a server on the same machine', () => {
  const real = { ...PRODUCTION, DADATA_TOKEN: 't' };
  const readSmtp = (SMTP_URL: string, more = {}) => readConfig({ ...real, SMTP_URL, ...more }).mail.smtp;
  expect(readSmtp('smtp://mail.example.ru')).toMatchObject({ port: 587, isSecure: false, needsTls: true });
  expect(readSmtp('smtps://mail.example.ru')).toMatchObject({ port: 465, isSecure: true, needsTls: false });
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    expect(readSmtp(`smtp://${host}:25`)).toMatchObject({ port: 25, needsTls: false });
  const login = { SMTP_USER: 'portal', SMTP_SECRET: 'hush' };
  expect(readSmtp('smtp://mail.example.ru', login)).toMatchObject({ user: 'portal', secret: 'hush' });
  expect(readSmtp('smtp://a%40b:c@mail.example.ru')).toMatchObject({ user: 'a@b', secret: 'c' });
});

test('by default emails stay in the outbox and come from the operator’s address', () => {
  expect(readConfig({}).mail).toEqual({
    from: { name: 'Магистраль', address: 'help@magistral.example' },
    smtp: null,
    maxBytes: 10 * 1024 * 1024,
  });
});

test('the sender of emails is an address, or a name with an address', () => {
  const readSender = (MAIL_FROM: string) => readConfig({ ...MAIL, MAIL_FROM }).mail.from;
  const address = 'cards@example.ru';
  expect(readSender(address)).toEqual({ name: 'Магистраль', address });
  for (const text of [`Карты <${address}>`, `"Карты" <${address}>`, ` Карты<${address}> `])
    expect(readSender(text)).toEqual({ name: 'Карты', address });
  expect(readSender(`<${address}>`)).toEqual({ name: 'Магистраль', address });
  for (const text of ['Карты', 'Карты <нет>', `Карты <${address}>, b@example.ru`, `a\n <${address}>`])
    expect(() => readSender(text)).toThrow(/^MAIL_FROM=/);
});

test('the portal greets the mail server by its own name', () => {
  const greetingName = (more: NodeJS.ProcessEnv) => readConfig({ ...MAIL, ...more }).mail.smtp?.greetingName;
  expect(greetingName({})).toBe('cards.example.ru');
  expect(greetingName({ PUBLIC_URL: 'https://карты.рф' })).toBe('xn--80atti9b.xn--p1ai');
  expect(greetingName({ SMTP_EHLO: 'mail.example.ru' })).toBe('mail.example.ru');
  for (const PUBLIC_URL of ['http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect(greetingName({ PUBLIC_URL })).toBeNull();
  for (const SMTP_EHLO of ['10.0.0.1 x', 'a b', 'карты.рф', 'a\r\nMAIL'])
    expect(() => greetingName({ SMTP_EHLO })).toThrow(/^SMTP_EHLO=/);
});

test('a second factor is required of staff in production, and offered elsewhere', () => {
  const production = { ...PRODUCTION, DADATA_TOKEN: 't' };
  expect(readConfig({}).secondFactor).toMatchObject({ requiredOfStaff: false, totpKey: expect.any(String) });
  expect(readConfig({ STAFF_SECOND_FACTOR: 'required' }).secondFactor.requiredOfStaff).toBe(true);
  expect(readConfig(production).secondFactor).toEqual({ requiredOfStaff: true, totpKey: null });
  expect(() => readConfig({ ...production, STAFF_SECOND_FACTOR: 'offered' })).toThrow(/needs required/);
  expect(() => readConfig({ TOTP_KEY: 'short' })).toThrow(/TOTP_KEY/);
});

test('a port of the metrics that is the portal’s own is refused with a sentence', () => {
  const env = { PORT: '3116', METRICS_PORT: '3116' };
  expect(() => readConfig(env)).toThrow(
    'METRICS_PORT and PORT are both 3116: METRICS_PORT needs another one.',
  );
  expect(() => readConfig({ ...env, HOST: '0.0.0.0' })).toThrow(ConfigError);
  expect(readConfig({ ...env, HOST: '127.0.0.2' }).port).toBe(3116);
});

test('a misspelt setting is reported with the nearest name, others are ignored', () => {
  const misspelt = { STAF_PHONE: '1', OPERATOR_FIEL: 'x', NETWORK_2_LOGN: 'y', log_level: 'z' };
  const env = {
    ...misspelt,
    PATH: '/bin',
    HOME: '/',
    HOSTNAME: 'a',
    PGPORT: '1',
    NETWORK_TEBOIL_API_KEY: 'k',
    PORT: '1',
  };
  expect(findMisspeltSettings(env)).toEqual(
    [
      'STAF_PHONE/STAFF_PHONE',
      'OPERATOR_FIEL/OPERATOR_FILE',
      'NETWORK_2_LOGN/NETWORK_2_LOGIN',
      'log_level/LOG_LEVEL',
    ]
      .map((pair) => pair.split('/'))
      .map(([typed, meant]) => `${typed} is not a setting and has no effect: ${meant} is meant?`),
  );
  expect(findMisspeltSettings(process.env)).toEqual([]);
});
