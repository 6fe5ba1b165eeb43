import { expect, test } from 'vitest';
import { readSearch } from '#contract/insights/read-search.ts';
import { foundGroups, type Found } from './found-entries.ts';

const TODAY = '2026-11-25';

const FOUND: Found = {
  operations: [
    {
      id: 7,
      card: { id: 3, card_number: '7005800003004000', comment: 'МАЗ' },
      type: { id: 11, title: 'Покупка топлива' },
      goods: 'ДТ',
      sum: 5330.94,
      day: '2026-11-23',
      status: { id: 3, title: 'Отклонена' },
    },
  ],
  invoices: [],
  documents: [{ id: 5, title: 'УПД № 417', partner_title: 'Татнефть', month: '2025-10' }],
};

function groups(text: string, found?: Found) {
  return foundGroups(found, readSearch(text, TODAY), TODAY);
}

test('a day or a month leads to all its operations before the server has answered', () => {
  const places = (text: string) => groups(text).flatMap(({ entries }) => entries.map(({ to }) => to));
  expect(places('23.11')).toEqual(['/cabinet/card-transactions?from=2026-11-23&to=2026-11-23']);
  expect(places('февраль')).toEqual(['/cabinet/card-transactions?from=2026-02-01&to=2026-02-28']);
  expect(places('декабрь')).toEqual(['/cabinet/card-transactions?from=2025-12-01&to=2025-12-31']);
  expect(places('упд октябрь')).toEqual([]);
  expect(places('5330')).toEqual([]);
});

test('an operation of the sum stands before all operations of its day', () => {
  const titles = (found?: Found) =>
    groups('5330,94 23.11', found).flatMap(({ title, entries }) =>
      title === 'Операции' ? entries.map((entry) => entry.title) : [],
    );
  expect(titles(FOUND)).toEqual(['ДТ', expect.stringMatching(/^Все операции за 23\sноября\s2026$/)]);
  expect(titles()).toEqual([]);
});

test('an entry found by the server shows its kind, with its sum apart', () => {
  const [operations, documents] = groups('5330,94', FOUND);
  expect(operations?.entries).toEqual([
    {
      key: 'operation:7',
      kind: 'operation',
      title: 'ДТ',
      note: '23.11.2026 · ••\u00a04000 · МАЗ · Отклонена',
      aside: '5\u00a0330,94\u00a0₽',
      to: '/cabinet/card-transactions?card=3&from=2026-11-23&to=2026-11-23&operation=7',
    },
  ]);
  expect(documents?.entries[0]).toMatchObject({ to: '/cabinet/documents?year=2025&document=5' });
});
