import { expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { moneyText, typeMoney } from './type-money.ts';

test.each([
  ['1500', '1\u00a0500', 1500_00],
  ['1 500,5', '1\u00a0500,5', 1500_50],
  ['1500.50 ₽', '1\u00a0500,50', 1500_50],
  ['1.234,50', '1\u00a0234,50', 1234_50],
  ['1,234.50', '1\u00a0234,50', 1234_50],
  ['12 000 руб.', '12\u00a0000', 12_000_00],
  ['007', '7', 7_00],
  [',5', '0,5', 50],
  ['5,', '5,', 5_00],
  ['999999,99', '999\u00a0999,99', 999_999_99],
])('a sum written as %s is read rightly (§5, amounts)', (typed, text, sumKopecks) => {
  expect(typeMoney(typed)).toEqual({ text, kopecks: sumKopecks, refusal: null });
});

test.each([['1234567'], ['-500'], ['10,555'], ['1e5'], ['сто']])(
  'a pasted %s is refused instead of trimmed into another sum (§9, six digits)',
  (typed) => {
    const result = typeMoney(typed, '1\u00a0500');
    expect(result.text).toBe('1\u00a0500');
    expect(result.kopecks).toBe(1500_00);
    expect(result.refusal).toBeTruthy();
  },
);

test.each([
  ['1\u00a0234,50,', '1\u00a0234,50'],
  ['1,5,0', '1,50'],
  ['10.12.25', ''],
])('a stray comma does not make %s another sum (§5, amounts)', (typed, previous) => {
  const result = typeMoney(typed, previous);
  expect(result.text).toBe(previous);
  expect(result.refusal).toBe('Сумма указывается цифрами, например 1 500,50');
});

test('an emptied field does not keep the last sum', () => {
  expect(typeMoney('', '5')).toEqual({ text: '', kopecks: null, refusal: null });
});

test('a sum put in by a button reads as a typed one', () => {
  expect(moneyText(kopecks(1234_50))).toBe('1\u00a0234,50');
  expect(moneyText(kopecks(90_000_00))).toBe('90\u00a0000');
  expect(moneyText(kopecks(5))).toBe('0,05');
});

test('§9.23 a limit in litres is not refused as if it were a sum', () => {
  expect(typeMoney('1234567', '', 'litres').refusal).toBe('В литрах не больше 6 цифр до запятой');
  expect(typeMoney('1,234', '', 'litres').refusal).toBe('В литрах не больше двух знаков после запятой');
  expect(typeMoney('много', '', 'litres').refusal).toBe('Литры указываются цифрами, например 1 500,50');
  expect(typeMoney('1234567').refusal).toBe('В сумме не больше 6 цифр до запятой');
});
