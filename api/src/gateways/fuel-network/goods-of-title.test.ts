import { expect, test } from 'vitest';
import { goodsOfTitle } from './goods-of-title.ts';

test.each([
  ['ДТ-Е-К5', 301],
  ['Дизельное топливо', 301],
  ['ДТ зимнее', 302],
  ['ДТ-З-К5', 302],
  ['ДТ ОПТИ', 303],
  ['Аи-92', 401],
  ['АИ-95-К5', 402],
  ['G-Drive 95', 402],
  ['Бензин G-100', 403],
  ['СУГ', 501],
  ['Газ углеводородный', 501],
  ['КПГ (метан)', 502],
  ['Мойка', 0],
  ['Масло 5W-40', 0],
])('«%s» of a network is counted among the goods it is', (title, id) => {
  expect(goodsOfTitle(title)).toBe(id);
});
