import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Role } from '#contract/access.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { buildKnown } from './card-entries.ts';
import { prepareActions } from './prepare-actions.ts';

const CARDS = [
  card(1, '7005800003004000', 'МАЗ А123ВС 77', 'Иванов'),
  card(2, '7005400012344821', 'Scania', 'Королёв', 2),
];

function card(id: number, number: string, comment: string, surname: string, status = 1): Card {
  return {
    id,
    card_number: number,
    comment,
    drivers: [
      { id, surname, name: 'Пётр', patronymic: null, initialName: 'П.', initialPatronymic: '', phone: null },
    ],
    card_sum: 100,
    partner: { id: 2, title: 'Газпромнефть' },
    status: { id: status, title: '' },
    inProgressOperations: [] as Card['inProgressOperations'],
  } as Card;
}

function entries(text: string, role: Role = 'admin') {
  const groups = prepareActions(text, buildKnown(CARDS, []), { role, maintenance: null });
  return groups.flatMap((group) => [...group.entries]);
}

test.each([
  ['переведи 5000 на карту 4000', '/cabinet/card-payment/1?card=1&sum=500000'],
  ['верни 50,25 с карты Иванова', '/cabinet/card-payout/1?card=1&sum=5025'],
  ['открой карту А123ВС на 30 минут', '/cabinet/card?id=1&open=30'],
  ['подними лимит 4821 до 300 л в сутки', '/cabinet/services?card=2&limit=30000&unit=amount&period=P1D'],
  ['подними лимит 4821', '/cabinet/services?card=2'],
])('«%s» opens %s', (text, to) => {
  expect(entries(text).map((entry) => entry.to)).toEqual([to]);
});

test('a prepared transfer says from where to where, and how much', () => {
  const [entry] = entries('переведи 5000 на карту 4000');
  expect(entry?.title.replaceAll(/\s/g, ' ')).toBe('Перевести 5 000,00 ₽');
  expect(entry?.note?.replaceAll(/\s/g, ' ')).toBe('со счёта на карту •• 4000 · МАЗ А123ВС 77');
});

test('money is taken from a card by one word in the form and the list of actions', () => {
  const [entry] = entries('верни 300 с карты 4000');
  expect(entry?.title.replaceAll(/\s/g, ' ')).toBe('Вывести 300,00 ₽');
  expect(entry?.note?.replaceAll(/\s/g, ' ')).toBe('с карты •• 4000 на счёт · МАЗ А123ВС 77');
});

test('a card is blocked only after the question that the list asks too', () => {
  expect(entries('заблокируй карту водителя Иванова')).toMatchObject([{ changes: { id: 1 } }]);
  const [blocked] = entries('заблокируй карту Королёва');
  expect(blocked).toMatchObject({ note: expect.stringContaining('Карта уже заблокирована') });
  expect(blocked?.changes).toBeUndefined();
});

test('a user without the right reads who has it, and is led nowhere', () => {
  for (const text of [
    'переведи 5000 на 4000',
    'заблокируй 4000',
    'открой 4000 на 30 минут',
    'подними лимит 4000',
  ]) {
    const [entry] = entries(text, 'specialist');
    expect(entry?.note).toContain('это делают администратор и менеджер');
    expect([entry?.to, entry?.changes, entry?.run]).toEqual([undefined, undefined, undefined]);
  }
});

test('no sentence acts by itself: it leads to a form, asks, or stays in the field', () => {
  const sentences = fc
    .record({
      action: fc.constantFrom(
        'переведи 5000 на',
        'верни 5000 с',
        'заблокируй',
        'разблокируй',
        'открой',
        'подними лимит',
      ),
      card: fc.oneof(fc.constantFrom('карту 4000', '4821', 'Иванова', '9999'), fc.string()),
      end: fc.constantFrom('', ' на 30 минут', ' до 300 л'),
    })
    .map(({ action, card, end }) => `${action} ${card}${end}`);
  const ways = new Set<string>();
  fc.assert(
    fc.property(sentences, fc.constantFrom<Role>('admin', 'specialist'), (text, role) => {
      for (const entry of entries(text, role)) {
        expect(entry.run).toBeUndefined();
        const way = entry.to !== undefined ? 'form' : entry.changes !== undefined ? 'question' : 'field';
        if (way === 'field') expect(entry.fill).toBe(text);
        ways.add(way);
      }
    }),
    { numRuns: 500 },
  );
  expect([...ways].toSorted()).toEqual(['field', 'form', 'question']);
});

test('an unknown card is asked for again', () => {
  expect(entries('переведи 5000 на карту 9999')).toMatchObject([
    { note: expect.stringContaining('9999'), fill: 'переведи 5000 на карту 9999' },
  ]);
});
