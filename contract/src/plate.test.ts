import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPlate, plateIn, readPlate } from './plate.ts';

test.each([
  ['а123вс77', 'А123ВС77'],
  ['A 123 BC 777 RUS', 'А123ВС777'],
  ['x-001-xx-199', 'Х001ХХ199'],
  ['AB 1234 77', 'АВ123477'],
  ['1234 АВ 50', '1234АВ50'],
])('%s is the plate %s', (said, plate) => {
  expect(readPlate(said)).toBe(plate);
});

test.each(['', 'А123ВС', 'Д123ВС77', 'А000ВС77', 'А123ВС00', 'А12ВС77', 'A123BC7777', '<script>'])(
  '«%s» is no plate',
  (said) => {
    expect(readPlate(said)).toBeNull();
  },
);

test('a plate in Latin letters, with spaces and in small letters is the plate that is shown', () => {
  const letter = fc.constantFrom(...'АВЕКМНОРСТУХ');
  const latin = (text: string) =>
    text.replace(/[А-Я]/g, (one) => 'ABEKMHOPCTYX'['АВЕКМНОРСТУХ'.indexOf(one)] ?? one);
  const number = fc.integer({ min: 1, max: 999 }).map((value) => String(value).padStart(3, '0'));
  const region = fc.integer({ min: 1, max: 799 }).map((value) => String(value).padStart(2, '0'));
  fc.assert(
    fc.property(letter, number, letter, letter, region, (a, digits, b, c, last) => {
      const plate = `${a}${digits}${b}${c}${last}`;
      expect(readPlate(latin(formatPlate(plate)).toLowerCase())).toBe(plate);
    }),
  );
});

test('a plate is found in a comment, and what is left of it is the brand', () => {
  expect(plateIn('Volvo FH С 196 РМ 77')).toEqual({ plate: 'С196РМ77', rest: 'Volvo FH' });
  expect(plateIn('КамАЗ-5490, k777km198')).toEqual({ plate: 'К777КМ198', rest: 'КамАЗ-5490' });
  expect(plateIn('Резервная карта')).toBeNull();
});
