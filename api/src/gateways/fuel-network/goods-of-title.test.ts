import { expect, test } from 'vitest';
import { goodsOfTitle, motorFuel } from './goods-of-title.ts';

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
  ['Масло дизельное 10W-40', 0],
  ['Жидкость AdBlue для дизельных двигателей', 0],
  ['Товары магазина', 0],
  ['Газ', 501],
  ['Автогаз', 501],
])('«%s» of a network is counted among the goods it is', (title, id) => {
  expect(goodsOfTitle(title)).toBe(id);
});

test.each([
  [{ goodsId: 402, title: 'ДТ' }, 4],
  [{ goodsId: 301, title: 'AdBlue' }, null],
  [{ goodsId: 0, title: 'Бензин' }, 4],
  [{ goodsId: 0, title: 'Кофе' }, null],
  [{ goodsId: null, title: 'Пропан' }, 5],
  [{ goodsId: 777, title: 'дизель' }, 3],
])('the motor fuel of %o is %s', (sold, item) => {
  expect(motorFuel(sold)).toBe(item);
});
