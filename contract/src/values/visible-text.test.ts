import { describe, expect, test } from 'vitest';
import { addDriver } from '../cards/drivers.ts';
import { inviteColleague } from '../identity/colleagues.ts';
import { toOneAlphabet, visibleText } from './visible-text.ts';

test.each([
  ['\u200B=1', '=1'],
  ['Иван\u202Eов', 'Иванов'],
  ['\uFEFFИва\u00ADнов\u200F', 'Иванов'],
  ['\u3164', ''],
  ['Йод и ёж'.normalize('NFD'), 'Йод и ёж'],
  ['одна\nдругая\tтретья', 'одна\nдругая\tтретья'],
  ['Рейс 👨‍👩‍👧 и 👨🏽‍💻', 'Рейс 👨‍👩‍👧 и 👨🏽‍💻'],
  ['№ 5 — «Ёж»\u00A0½', '№ 5 — «Ёж»\u00A0½'],
])('%j is stored as %j', (input, cleaned) => expect(visibleText(input)).toBe(cleaned));

test.each([
  ['Иван\u006Fв', 'Иванов'],
  ['Bopoнов', 'Воронов'],
  ['Й'.normalize('NFD') + 'од', 'Йод'],
  ['John Smith', 'John Smith'],
  ['Салтыков-Щедрин', 'Салтыков-Щедрин'],
])('the name %j is written %j', (input, written) => expect(toOneAlphabet(input)).toBe(written));

const DRIVER = { name: 'Пётр', surname: 'Волков' };

describe('names of people', () => {
  test('names are stored in one alphabet and without invisible characters', () => {
    expect(addDriver.body?.parse({ name: '\u200BПётp', surname: 'Вoлков\u202C' })).toMatchObject(DRIVER);
  });

  test.each([
    ['\u200B\u2800', 'Необходимо заполнить это поле'],
    ['Иванωв', 'В одном слове буквы разных алфавитов. Наберите имя заново'],
    ['Иваnов', 'В одном слове буквы разных алфавитов. Наберите имя заново'],
  ])('%j is refused with a sentence', (surname, sentence) => {
    const read = addDriver.body?.safeParse({ ...DRIVER, surname });
    expect(read?.error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['surname'], sentence],
    ]);
  });

  test('names of colleagues follow the same rule', () => {
    const input = inviteColleague.body?.safeParse({ firstname: 'Иваnов' });
    expect(input?.error?.issues.map(({ message }) => message)).toContain(
      'В одном слове буквы разных алфавитов. Наберите имя заново',
    );
  });
});
