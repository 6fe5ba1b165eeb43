import { expect, test } from 'vitest';
import { readReceiptConfig } from './receipt-config.ts';

test('receipts are embedded in development, none in production until they are chosen', () => {
  expect(readReceiptConfig({}, false)).toEqual({ provider: 'embedded', isChosen: false });
  expect(readReceiptConfig({}, true)).toEqual({ provider: 'none', isChosen: false });
  expect(readReceiptConfig({ RECEIPTS: 'none' }, true)).toEqual({ provider: 'none', isChosen: true });
  expect(() => readReceiptConfig({ RECEIPTS: 'embedded' }, true)).toThrow(/no real receipt/);
});

test('АТОЛ needs login, password and group, and knows its own address', () => {
  const named = { RECEIPTS: 'atol', ATOL_LOGIN: 'l', ATOL_PASSWORD: 'p' };
  expect(() => readReceiptConfig(named, true)).toThrow(/ATOL_GROUP/);
  expect(readReceiptConfig({ ...named, ATOL_GROUP: 'g' }, true)).toMatchObject({
    provider: 'atol',
    url: 'https://online.atol.ru/possystem/v5',
    taxSystem: 'osn',
  });
});
