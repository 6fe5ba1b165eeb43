import { expect, test } from 'vitest';
import { readBankApiConfig } from './bank-api-config.ts';

const read = (env: Record<string, string>, { demo = false, production = false } = {}) =>
  readBankApiConfig(env, { demo, production });

test('the demonstration has the embedded bank, production never, anything else no bank', () => {
  expect(read({}, { demo: true })).toMatchObject({ provider: 'embedded', everyMinutes: 15, accounts: [] });
  expect(read({})).toEqual({ provider: 'none' });
  expect(() => read({ BANK_API: 'embedded' }, { production: true })).toThrow(/invents payments/);
});

test('a real bank needs a token or its file, and knows its own address', () => {
  expect(() => read({ BANK_API: 'sber' })).toThrow(/BANK_API_TOKEN/);
  const input = { BANK_API: 'tbank', BANK_API_TOKEN_FILE: '/run/token', BANK_API_EVERY_MINUTES: '5' };
  expect(read(input)).toMatchObject({
    url: 'https://business.tbank.ru',
    tokenFile: '/run/token',
    everyMinutes: 5,
  });
});

test('an account that is no number of twenty digits is refused', () => {
  const input = { BANK_API: 'embedded', BANK_API_ACCOUNTS: ` ${'2'.repeat(20)} , ${'3'.repeat(19)}` };
  expect(() => read(input)).toThrow(/3{19} is no account/);
});
