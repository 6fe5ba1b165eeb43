import { expect, test } from 'vitest';
import type { Card } from '../../../cards/describe-card.ts';
import { readTable } from './read-table.ts';

function makeCard(id: number, number: string, comment = '', driver?: string): Card {
  const [surname = '', name = ''] = driver?.split(' ') ?? [];
  const drivers = driver
    ? [{ surname, name, patronymic: null, initialName: `${name[0]}.`, initialPatronymic: '' }]
    : [];
  return { id, card_number: number, comment, drivers } as unknown as Card;
}

const CARDS = [
  makeCard(1, '7005830000004821', 'А123ВС 77'),
  makeCard(2, '7005830000000312', 'К 500 ОР 50', 'Петров Пётр'),
  makeCard(3, '7005830011114821', '', 'Иванов Иван'),
  makeCard(4, '7005830022220777', 'Резерв', 'Иванов Илья'),
];

/** Each line as the id of its card with kopecks, or as the reason. */
function read(text: string) {
  return readTable(text, CARDS).map((tableLine) =>
    tableLine.card ? [tableLine.card.id, tableLine.kopecks] : tableLine.problem,
  );
}

test('a card and a sum are read as a spreadsheet copies them, with or without a header', () => {
  expect(read('Карта\tСумма\r\n0312\t5 000,00\r\n0777\t1\u00a0500.5 ₽\r\n')).toEqual([
    [2, 5000_00],
    [4, 1500_50],
  ]);
});

test('more columns are passed over: the first names the card, the last one is the sum', () => {
  expect(read('0312\tПетров\tДТ\t700')).toEqual([[2, 700_00]]);
});

test('semicolons and spaces divide columns as tabs do', () => {
  expect(read('0312;700,50\n0777   1 000\n7005830000004821 12 000,5')).toEqual([
    [2, 700_50],
    [4, 1000_00],
    [1, 12_000_50],
  ]);
});

test('a CSV is read with its `sep=` line, quotes and a head that has digits', () => {
  const expected = [
    [2, 700_50],
    [4, 1000_00],
  ];
  expect(read('sep=;\r\n"Последние 4 цифры";"Сумма, ₽"\r\n"0312";"700,50"\r\n"0777";"1 000"')).toEqual(
    expected,
  );
  expect(read('\uFEFFsep=,\nКарта,Сумма\n№ 0312,"700,50"\n0777,1000')).toEqual(expected);
  expect(read('Карта;Сумма за 10.2026\n0312;700,50\n0777;1000')).toEqual(expected);
  expect(read('Петров Пётр;700,50\n0777;1000')).toEqual(expected);
});

test('a plate is found in either alphabet and spacing, a driver by his name', () => {
  expect(read('a123bc77\t1\nК500ОР\t2\nИванов И.\t3\nПетров Петр\t4')).toEqual([
    [1, 1_00],
    [2, 2_00],
    'Подходят 2\u00a0карты: укажите номер целиком',
    'Эта карта уже есть в строке 2',
  ]);
});

test('the zero that a spreadsheet takes off the front of the last digits is put back', () => {
  expect(read('312\t1')).toEqual([[2, 1_00]]);
});

test.each([
  ['4821\t100', 'Подходят 2\u00a0карты: укажите номер целиком'],
  ['9999\t100', 'Такой карты нет'],
  ['7,00583E+15\t100', 'Таблица сократила номер карты: укажите его последние цифры'],
  ['0312', 'Нужны два столбца: карта и сумма'],
  ['0312\t0', 'Сумма должна быть больше нуля'],
  ['0312\t-5', 'Сумма указывается цифрами, например 1 500,50'],
  ['0312\t1.555', 'В сумме не больше двух знаков после запятой'],
  ['0312\t1234567', 'В сумме не больше 6 цифр до запятой'],
])('%o is not taken, and the reason is given', (line, reason) => {
  expect(read(line)).toEqual([reason]);
});

test('each line keeps its own number in the table, also after empty ones', () => {
  expect(readTable('\n0312\t1\n\n0312\t2', CARDS).map((tableLine) => tableLine.line)).toEqual([2, 4]);
});

test('a thousand lines are read at once, none of them lost', () => {
  const cards = Array.from({ length: 1000 }, (_, id) =>
    makeCard(id, `7005830000${String(id).padStart(6, '0')}`),
  );
  const text = cards.map((card) => `${card.card_number}\t1`).join('\n');
  expect(readTable(text, cards).filter((tableLine) => tableLine.card)).toHaveLength(1000);
});
