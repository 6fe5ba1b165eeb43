import { expect, test } from 'vitest';
import { ConfigError } from './environment.ts';
import { readConfig } from './config.ts';

const PRODUCTION = { NODE_ENV: 'production', SMS_PROVIDER: 'exolve', SMS_SECRET: 's' };

test('a production start takes invented companies for real ones: without a registry it does not begin', () => {
  expect(() => readConfig(PRODUCTION)).toThrow(ConfigError);
  for (const env of [PRODUCTION, { ...PRODUCTION, DEMO: '1' }, { ...PRODUCTION, DADATA_TOKEN: '' }])
    expect(() => readConfig(env)).toThrow(/DADATA_TOKEN/);
  expect(readConfig({ ...PRODUCTION, DADATA_TOKEN: 't' }).dadataToken).toBe('t');
});

test('the demonstration needs a word', () => {
  expect(readConfig({})).toMatchObject({ demo: true, dadataToken: null, production: false });
});
