import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPlate, gluePlates, includesPlate, plateIn, readPlate } from './plate.ts';

test.each([
  ['а123вс77', 'А123ВС77'],
  ['A 123 BC 777 RUS', 'А123ВС777'],
  ['x-001-xx-199', 'Х001ХХ199'],
  ['AB 1234 77', 'АВ123477'],
  ['1234 АВ 50', '1234АВ50'],
  ['А123ВС77 регион', 'А123ВС77'],
  ['"А123ВС77"', 'А123ВС77'],
  ['«а123вс77»', 'А123ВС77'],
  ['А１２３ВС７７', 'А123ВС77'],
  ['ВС 123 47', 'ВС12347'],
  ['Т РЕ 123 77', 'ТРЕ12377'],
  ['А 1234 77', 'А123477'],
  ['123 А 77', '123А77'],
  ['004 CD 1 77', '004CD177'],
  ['004 D 123 77', '004D12377'],
  ['004 T 123 77', '004Т12377'],
  ['AB 1234-7', 'AB1234-7'],
  ['ав 1234-7', 'AB1234-7'],
  ['AB 1234 7', 'AB1234-7'],
  ['1234 AB-7', '1234AB-7'],
  ['1234 ІВ-7', null],
  ['123 ABC 02', '123ABC02'],
  ['123 АВС 02', '123ABC02'],
  ['123 AB 02', '123AB02'],
  ['01KG123ABC', '01KG123ABC'],
  ['01 A 123 BC', '01A123BC'],
  ['01 123 ABC', '01123ABC'],
])('%s is the plate %s', (text, plate) => {
  expect(readPlate(text)).toBe(plate);
});

test.each([
  '',
  'А123ВС',
  'Д123ВС77',
  'А000ВС77',
  'А123ВС00',
  'А12ВС77',
  'A123BC7777',
  '123 ABC 21',
  '000 ABC 02',
  '<script>',
])('«%s» is no plate', (input) => {
  expect(readPlate(input)).toBeNull();
});

test('a plate in Latin, with spaces and in lower case is the plate that is shown', () => {
  const letter = fc.constantFrom(...'АВЕКМНОРСТУХ');
  const latin = (text: string) =>
    text.replace(/[А-Я]/g, (value) => 'ABEKMHOPCTYX'['АВЕКМНОРСТУХ'.indexOf(value)] ?? value);
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
  expect(plateIn('Рейс А123ВС77RUS на Казань')).toEqual({ plate: 'А123ВС77', rest: 'Рейс на Казань' });
  expect(plateIn('Volvo, А123ВС 77 регион')).toEqual({ plate: 'А123ВС77', rest: 'Volvo' });
  expect(plateIn('Volvo «А123ВС77»')).toEqual({ plate: 'А123ВС77', rest: 'Volvo' });
  expect(plateIn('МАЗ AB 1234-7')).toEqual({ plate: 'AB1234-7', rest: 'МАЗ' });
  expect(plateIn('Volvo 123 ABC 02')).toEqual({ plate: '123ABC02', rest: 'Volvo' });
});

test.each(['Volvo 460 FH 13', 'MAN 18 480 TGX', 'Scania 420 DAF 12', 'Заявка 1234 от 5-7'])(
  '«%s» names a model and no plate',
  (text) => {
    expect(plateIn(text)).toBeNull();
  },
);

test('a stored plate reads as itself, plain and as it is shown', () => {
  const letters = (count: number) =>
    fc.string({ unit: fc.constantFrom(...'ABEKMHOPCTX'), minLength: count, maxLength: count });
  const digits = (count: number) =>
    fc.integer({ min: 1, max: 10 ** count - 1 }).map((value) => String(value).padStart(count, '0'));
  const plates = fc.oneof(
    fc.tuple(letters(2), digits(4), fc.constantFrom(' ', '-'), fc.constantFrom('1', '7')),
    fc.tuple(digits(4), letters(2), fc.constant('-'), fc.constantFrom('1', '7')),
    fc.tuple(letters(2), digits(3), digits(2)),
    fc.tuple(letters(2), digits(4), digits(2)),
    fc.tuple(digits(3), letters(3), fc.constantFrom('01', '17')),
    fc.tuple(digits(3), letters(2), fc.constantFrom('01', '17')),
    fc.tuple(fc.constant('01KG'), digits(3), letters(3)),
    fc.tuple(fc.constantFrom('01', '30'), letters(1), digits(3), letters(2)),
    fc.tuple(fc.constantFrom('01', '30'), digits(3), letters(3)),
    fc.tuple(digits(3), fc.constantFrom('D', 'T'), digits(3), fc.constant('77')),
  );
  fc.assert(
    fc.property(plates, (parts) => {
      const plate = readPlate(parts.join(''));
      expect(plate).not.toBeNull();
      expect(readPlate(plate ?? '')).toBe(plate);
      expect(readPlate(formatPlate(plate ?? ''))).toBe(plate);
    }),
  );
});

test('the rest of a text keeps a likeness of a plate before the found one', () => {
  expect(plateIn('ЯА123ВС77 и А123ВС77')).toEqual({ plate: 'А123ВС77', rest: 'ЯА123ВС77 и' });
});

test('a plate is found by a part in either alphabet, and by nothing empty', () => {
  for (const part of ['р140', 'P140TT', ' р 140 тт ', 'р140-тт'])
    expect(includesPlate('Р140ТТ790', part), part).toBe(true);
  expect(includesPlate('тягач Р 140 ТТ 790, рейс', 'Р140ТТ790')).toBe(true);
  expect(includesPlate('AB1234-7', 'ab 1234-7')).toBe(true);
  expect(includesPlate('Р140ТТ790', ' ')).toBe(false);
  expect(includesPlate('Р140ТТ790', '141')).toBe(false);
});

test('a plate in a text does not break over lines, and the words around it do', () => {
  const glued = 'Volvo FH Р\u00a0140\u00a0ТТ\u00a0790, прицеп АВ\u00a01234\u00a077';
  expect(gluePlates('Volvo FH Р 140 ТТ 790, прицеп АВ 1234 77')).toBe(glued);
  expect(gluePlates('рейс 140 на Казань')).toBe('рейс 140 на Казань');
});
