import { expect, test } from 'vitest';
import {
  groupByNetwork,
  isWaiting,
  shortTitle,
  getTotal,
  waitingMonths,
  type MonthlyDocument,
} from './monthly-document.ts';

function given(input: Partial<MonthlyDocument> = {}): MonthlyDocument {
  return {
    id: 1,
    url: '',
    title: 'УПД',
    month: '2026-10',
    partner_id: 2,
    partner_title: 'Газпромнефть',
    kind: 'upd',
    sum: 100.1,
    vat: 18.05,
    published: '2026-11-02T09:00:00Z',
    received: null,
    objection: null,
    object_until: null,
    signature: null,
    replaces: null,
    replaced_by: null,
    replace_reason: null,
    withdrawn: null,
    register: null,
    xml: null,
    making: null,
    edm: null,
    ...input,
  };
}

test('a sale that stands in a register and in a УПД is counted once, to the kopeck', () => {
  const documents = [given(), given({ sum: 0.2, vat: 0.04 }), given({ kind: 'register', vat: null })];
  expect(getTotal(documents)).toEqual({ sum: 100.3, vat: 18.09 });
  expect(getTotal([given({ kind: 'cards', sum: null, vat: null })])).toBeNull();
});

test('withdrawn and corrected documents are not waited for and not counted', () => {
  const documents = [
    given({ id: 1, replaced_by: 2 }),
    given({ id: 2, replaces: 1 }),
    given({ id: 3, withdrawn: { at: '2026-11-03T09:00:00Z', reason: 'Ошибка' } }),
  ];
  expect(
    waitingMonths(documents).flatMap((waitingMonth) => waitingMonth.documents.map(({ id }) => id)),
  ).toEqual([2]);
  expect(getTotal(documents)).toEqual({ sum: 100.1, vat: 18.05 });
});

test('waiting documents are grouped by month and then by network, without decided ones', () => {
  const months = waitingMonths([
    given({ id: 1 }),
    given({ id: 2, received: '2026-11-03T09:00:00Z' }),
    given({ id: 3, partner_id: 0, partner_title: 'Все сети' }),
    given({ id: 4 }),
    given({ id: 5, month: '2026-09' }),
  ]);
  expect(months.map(({ month, documents }) => [month, documents.map(({ id }) => id)])).toEqual([
    ['2026-10', [1, 3, 4]],
    ['2026-09', [5]],
  ]);
  const networks = groupByNetwork(months[0]?.documents ?? []);
  expect(networks.map(({ partnerId, documents }) => [partnerId, documents.map(({ id }) => id)])).toEqual([
    [2, [1, 4]],
    [0, [3]],
  ]);
});

test('a document that its company has signed through the operator waits for no one', () => {
  const edm = {
    state: 'signed',
    reason: null,
    changed_at: '2026-11-03T09:00:00Z',
    annulment: null,
    roaming: null,
  } as const;
  expect(isWaiting(given())).toBe(true);
  expect(isWaiting(given({ edm }))).toBe(false);
});

test.each([
  ['upd', 'УПД № 202610-12-1 за октябрь 2026 года', 'УПД № 10-1'],
  ['upd', 'УПД № 202609-4', 'УПД № 09-4'],
  ['register', 'Реестр операций № 202610-12-3 за октябрь 2026 года', 'Реестр № 10-3'],
  ['cards', 'Акт приёма-передачи карт № 202610-12-2 за октябрь 2026 года', 'Акт карт № 10-2'],
  ['cards', 'Акт приёма-передачи карт № 12', 'Акт карт № 12'],
  ['reconciliation', 'Акт сверки № 202610-12 за октябрь 2026 года', 'Акт сверки № 10'],
  ['upd', 'УПД № 7', 'УПД № 7'],
  [null, 'Акт № 202610-12-1', 'Акт № 202610-12-1'],
] as const)('a %s differs from the others of its year on a phone: %s', (kind, title, short) => {
  expect(shortTitle({ kind, title })).toBe(short);
});
