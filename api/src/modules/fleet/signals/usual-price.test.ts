import { expect, test } from 'vitest';
import { usualPrices } from './usual-price.ts';

test('the usual price between two middle ones is whole kopecks', () => {
  const at = new Date('2026-09-14T12:00:00+03:00');
  const fillings = [7000, 7100, 7200, 7465, 7466, 7600, 7700].map((unitKopecks) => ({
    at,
    goodsTitle: 'ДТ',
    unitKopecks,
    region: 'Тверская',
  }));
  expect(usualPrices(fillings)[0]).toBe(7466);
});
