import { expect, test } from 'vitest';
import { toForm } from '../../../server/to-form.ts';
import {
  changeDraft,
  draftAfterCreation,
  draftForEditing,
  isEditing,
  readDraft,
  resetForNewOrder,
  type OrderDraft,
} from '../../../state/order-draft.ts';
import { deliveryProblems } from './delivery-problems.ts';
import { orderBody } from './order-body.ts';
import { orderLines, sumOfLines } from './order-lines.ts';

const partners = [
  { id: 1, key: 'rn', title: 'РН', active: true, card_price: 1, virtual: true, pump: 'portal' as const },
  { id: 2, key: 'gpn', title: 'ГПН', active: true, card_price: 0.1, virtual: true, pump: 'portal' as const },
  {
    id: 3,
    key: 'third',
    title: 'Третья',
    active: true,
    card_price: 0.2,
    virtual: true,
    pump: 'portal' as const,
  },
  {
    id: 4,
    key: 'other',
    title: 'Другие',
    active: false,
    card_price: 1,
    virtual: true,
    pump: 'portal' as const,
  },
];
const order = {
  id: 7,
  status: { id: 1, title: 'Заявка на рассмотрении' },
  address: { city: 'Москва', street: 'Тверская', house: '7' },
  recipient: { firstname: 'Иван', lastname: 'Петров' },
  items: [
    {
      id: 1,
      partner_id: 1,
      partner_title: 'РН',
      cards_cnt: 4,
      card_price: 1,
      has_act: false,
      is_virtual: false,
      issued: false,
    },
  ],
  partner_title: 'РН',
  card_price: 1,
  sum: 4,
  can_edit: true,
  created_at: '2026-11-21T10:00:00+03:00',
  reject_reason: null,
};

function draft(change: Partial<OrderDraft>): OrderDraft {
  return { ...readDraft(), inn: '5047123455', ...change };
}

test('§3.8 §7.15 §7.16 §7.17 the form has sms, inn, add_sum and items 0, 1, 2 of partners 2, 1, 3', () => {
  const filled = draft({ counts: { rn: 2, gpn: 1, third: 7, other: 5 } });
  const form = toForm(orderBody(filled, orderLines(filled, partners), null, '123456'));
  expect([...form]).toEqual([
    ['sms', '123456'],
    ['inn', '5047123455'],
    ['add_sum', '0'],
    ['item[0][cards_cnt]', '1'],
    ['item[0][partner_id]', '2'],
    ['item[1][cards_cnt]', '2'],
    ['item[1][partner_id]', '1'],
    ['item[2][cards_cnt]', '7'],
    ['item[2][partner_id]', '3'],
  ]);
});

test('an added network is ordered behind the four, in its own place', () => {
  const added = {
    id: 5,
    key: 'teboil',
    title: 'Тебойл',
    active: true,
    card_price: 10,
    virtual: true,
    pump: 'portal' as const,
  };
  const filled = draft({ counts: { gpn: 1, 'network-5': 3 } });
  const { item } = orderBody(filled, orderLines(filled, [added, ...partners]), null, '123456');
  expect(item).toEqual({ 0: { partner_id: 2, cards_cnt: 1 }, 4: { partner_id: 5, cards_cnt: 3 } });
});

test('§5.14 §7.17 a count of zero is not sent, and the other networks keep their places', () => {
  const filled = draft({ counts: { rn: 2, gpn: 0, third: 0, other: 5 } });
  const form = toForm(orderBody(filled, orderLines(filled, partners), null, '123456'));
  expect([...form.keys()].filter((name) => name.startsWith('item'))).toEqual([
    'item[1][cards_cnt]',
    'item[1][partner_id]',
  ]);
});

test.each([
  ['г. Чита', 'д. 5'],
  ['Город Чита', 'Дом 5'],
  ['г.Чита', 'дом5'],
  ['г Чита', 'д 5'],
  [' Чита ', ' 5 '],
])('§2.41 «%s» and «%s» make «г.г. Чита, …, дом дом 5» of the delivery', (city, house) => {
  const filled = draft({ counts: { rn: 1 }, address: { city, street: 'ул. Мира', house } });
  const { address } = orderBody(filled, orderLines(filled, partners), null, '1');
  expect(address).toEqual({ city: 'Чита', street: 'ул. Мира', house: '5' });
});

test('a town or house that begins like «город» or «дом» keeps its beginning', () => {
  const address = { city: 'Городец', street: 'Мира', house: 'Домик у реки' };
  const filled = draft({ counts: { rn: 1 }, address });
  expect(orderBody(filled, orderLines(filled, partners), null, '1').address).toEqual(address);
  const empty = draft({ address: { city: 'г.', street: 'Мира', house: 'дом' } });
  expect(deliveryProblems(empty, null)).toMatchObject({ city: true, house: true });
});

test('§2.42 the cards’ recipient has a first and a last name: the author’s own, or another’s', () => {
  const author = (lastname: string | null) => ({ firstname: 'Иван', lastname }) as never;
  const input = draft({ address: null, recipient: null });
  expect(deliveryProblems(input, author(null))).toEqual({ lastname: true });
  expect(deliveryProblems(input, author('Петров'))).toEqual({});
  const other = { ...input, recipient: { firstname: 'Анна', lastname: ' ' } };
  expect(deliveryProblems(other, author('Петров'))).toEqual({ lastname: true });
});

test('a known company’s INN is not sent again, nor an empty address or recipient', () => {
  const filled = draft({ counts: { rn: 1 }, address: { city: ' ', street: '', house: '' } });
  const company = { id: 1, inn: '5047123455', title: 'К', legal_form: 'ООО', client: null };
  const profile = { company } as never;
  expect(orderBody(filled, orderLines(filled, partners), profile, '1')).toEqual({
    sms: '1',
    add_sum: 0,
    item: { 1: { partner_id: 1, cards_cnt: 1 } },
  });
  expect(orderBody(filled, orderLines(filled, partners), null, '1').inn).toBe('5047123455');
});

test('a sum of kopecks does not drift', () => {
  const filled = draft({ counts: { gpn: 1, third: 1 } });
  expect(sumOfLines(orderLines(filled, partners))).toBe(0.3);
});

test('§4.13 §4.14 after creation the draft holds the order and no quantities, and is not an edit', () => {
  changeDraft({ counts: { rn: 4, gpn: 0, third: 2, other: 0 } });
  changeDraft(draftAfterCreation(order));
  expect(readDraft()).toMatchObject({ step3Done: true, createdOrder: true, canEdit: true, orderId: 7 });
  expect(Object.values(readDraft().counts)).toEqual([0, 0, 0, 0]);
  expect(isEditing(readDraft())).toBe(false);
});

test('§4.12 editing brings the quantities of the order back', () => {
  changeDraft(draftForEditing(order));
  expect(isEditing(readDraft())).toBe(true);
  expect(readDraft().counts).toEqual({ rn: 4, gpn: 0, third: 0, other: 0 });
});

test('§4.17 the new-order reset clears the rn and gpn counts, not the third network’s', () => {
  changeDraft({ counts: { rn: 4, gpn: 3, third: 2, other: 0 } });
  resetForNewOrder();
  expect(readDraft().counts).toEqual({ rn: 0, gpn: 0, third: 2, other: 0 });
  expect(readDraft().orderId).toBeNull();
});
