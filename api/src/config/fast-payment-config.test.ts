import { expect, test } from 'vitest';
import { readFastPaymentConfig } from './fast-payment-config.ts';

test('СБП payments are embedded in development, and need a named bank in production', () => {
  expect(readFastPaymentConfig({}, false)).toEqual({ provider: 'embedded' });
  expect(readFastPaymentConfig({}, true)).toEqual({ provider: 'none' });
  expect(() => readFastPaymentConfig({ FAST_PAYMENTS: 'embedded' }, true)).toThrow(/invents payments/);
});

test('a bank of one’s own needs its address and its token', () => {
  const named = { FAST_PAYMENTS: 'http', FAST_PAYMENTS_URL: 'https://bank.example/api/' };
  expect(() => readFastPaymentConfig(named, true)).toThrow(/FAST_PAYMENTS_TOKEN/);
  expect(readFastPaymentConfig({ ...named, FAST_PAYMENTS_TOKEN: 't' }, true)).toEqual({
    provider: 'http',
    url: 'https://bank.example/api',
    token: 't',
  });
});
