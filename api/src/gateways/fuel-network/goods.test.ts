import { expect, test } from 'vitest';
import { findGoods, NETWORK_GOODS } from './goods.ts';

test('§9.31 every product hangs on the diesel, petrol or gas item, and no two share an id', () => {
  expect(new Set(NETWORK_GOODS.map(({ treeItemId }) => treeItemId))).toEqual(new Set([3, 4, 5]));
  expect(new Set(NETWORK_GOODS.map(({ id }) => id)).size).toBe(NETWORK_GOODS.length);
  expect(findGoods(301)).toMatchObject({ title: 'ДТ', treeItemId: 3 });
  expect(findGoods(0)).toBeUndefined();
});
