import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatQuantity, getGoodsUnit, SOLD_BY_PIECE } from './goods-unit.ts';

test.each(['Мойка', 'Мойка грузовая', 'Платная дорога М-11', 'Шиномонтаж', 'Парковка'])(
  '%s is sold by the piece',
  (title) => {
    expect(getGoodsUnit(title)).toBe('pieces');
  },
);

test.each(['ДТ', 'АИ-95', 'СУГ (пропан)', 'AdBlue', 'Масло моторное', ''])(
  '%s is sold by the litre',
  (title) => {
    expect(getGoodsUnit(title)).toBe('litres');
  },
);

test('a quantity is written with its unit, a whole piece without decimals', () => {
  expect([formatQuantity(40, 'litres'), formatQuantity(1, 'pieces'), formatQuantity(-1.5, 'pieces')]).toEqual(
    ['40,00\u00a0л', '1\u00a0шт', '-1,5\u00a0шт'],
  );
});

test('the migration of old operations has the same goods', () => {
  const file = new URL('../../../api/src/db/migrations/967-pieces-of-operations.sql', import.meta.url);
  expect(readFileSync(file, 'utf8')).toContain(`~ '${SOLD_BY_PIECE.source}'`);
});
