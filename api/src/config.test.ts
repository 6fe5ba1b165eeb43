import { expect, test } from 'vitest';
import { ConfigError } from './environment.ts';
import { readConfig } from './config.ts';

const DATABASE_URL = 'postgres://127.0.0.1:1/none';
const PRODUCTION = { NODE_ENV: 'production', DATABASE_URL, SMS_PROVIDER: 'exolve', SMS_SECRET: 's' };

test('a production start without a company registry does not begin', () => {
  expect(() => readConfig(PRODUCTION)).toThrow(ConfigError);
  for (const env of [PRODUCTION, { ...PRODUCTION, DADATA_TOKEN: '' }])
    expect(() => readConfig(env)).toThrow(/DADATA_TOKEN/);
  expect(readConfig({ ...PRODUCTION, DADATA_TOKEN: 't' }).dadataToken).toBe('t');
});

test('with nothing configured the portal starts as the demonstration', () => {
  expect(readConfig({})).toMatchObject({ demo: true, dadataToken: null, production: false });
});

test('a production start without DATABASE_URL, or with the demonstration, is refused with a sentence', () => {
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

test('the figures are closed in production until a token or a port of their own is named', () => {
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
