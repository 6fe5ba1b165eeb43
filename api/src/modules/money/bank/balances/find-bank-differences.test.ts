import { describe, expect, test } from 'vitest';
import { addDays } from '../../../../lib/days.ts';
import { findBankDifferences } from './find-bank-differences.ts';
import type { DayTotals } from '../bank-file-store.ts';
import type { BankBalance } from '../file/bank-file.ts';

const ACCOUNT = '40702810200000000001';

/** Figures of days of September 2026 that add up. */
function days(from: number, to: number, opening: number, credited = 0, debited = 0): BankBalance {
  const closing = opening + credited - debited;
  return {
    account: ACCOUNT,
    from: toAugustDay(from),
    to: toAugustDay(to),
    opening,
    credited,
    debited,
    closing,
  };
}

function makeDayTotals(day: number, sums: Partial<DayTotals>): DayTotals {
  return {
    account: ACCOUNT,
    day: toAugustDay(day),
    toClients: 0,
    waiting: 0,
    ownIncoming: 0,
    debited: 0,
    ...sums,
  };
}

const toAugustDay = (day: number): string => addDays('2026-08-31', day);

const kinds = (balances: BankBalance[], totals: DayTotals[] = []) =>
  findBankDifferences(balances, totals).map((bankDifference) => [
    bankDifference.kind,
    bankDifference.differenceKopecks,
  ]);

describe('bank figures that agree with the books', () => {
  test('figures of consecutive days with all their documents have no difference', () => {
    const totals = [
      makeDayTotals(1, { toClients: 300 }),
      makeDayTotals(2, { waiting: 50, ownIncoming: 20, debited: 120 }),
      makeDayTotals(3, { debited: 1 }),
    ];
    expect(kinds([days(1, 1, 1000, 300), days(2, 3, 1300, 70, 121)], totals)).toEqual([]);
  });

  test('figures of a whole month beside those of its days have no difference', () => {
    const totals = [makeDayTotals(1, { toClients: 5 }), makeDayTotals(2, { toClients: 7 })];
    expect(kinds([days(1, 2, 0, 12), days(1, 1, 0, 5), days(2, 2, 5, 7)], totals)).toEqual([]);
  });
});

describe('a difference is named with its days and its sum', () => {
  test.each<[string, BankBalance[], DayTotals[], [string, number][]]>([
    [
      'a day that begins otherwise than the one before ended',
      [days(1, 1, 0), days(2, 2, 500)],
      [],
      [
        ['bank-balance-gap', 500],
        ['bank-balance-not-our-documents', 500],
      ],
    ],
    [
      'days without a statement whose balances differ',
      [days(1, 1, 0), days(4, 4, 500)],
      [],
      [
        ['bank-days-missing', 500],
        ['bank-balance-not-our-documents', 500],
      ],
    ],
    [
      'days without a statement whose balances join',
      [days(1, 1, 0), days(4, 4, 0)],
      [],
      [['bank-days-missing', 0]],
    ],
    [
      'more come in than there are documents',
      [days(1, 1, 0, 100)],
      [makeDayTotals(1, { toClients: 30 })],
      [
        ['bank-incoming-not-its-documents', 70],
        ['bank-balance-not-our-documents', 70],
      ],
    ],
    [
      'a payment that is in the books twice',
      [days(1, 1, 0, 100)],
      [makeDayTotals(1, { toClients: 100, waiting: 100 })],
      [
        ['bank-incoming-not-its-documents', -100],
        ['bank-balance-not-our-documents', -100],
      ],
    ],
    [
      'more gone out than there are documents',
      [days(1, 1, 200, 0, 80)],
      [makeDayTotals(1, { debited: 50 })],
      [
        ['bank-outgoing-not-its-documents', 30],
        ['bank-balance-not-our-documents', -30],
      ],
    ],
  ])('%s', (_, balances, totals, expected) => {
    expect(kinds(balances, totals)).toEqual(expected);
  });

  test('the missing days are named from the first to the last', () => {
    const [missing] = findBankDifferences([days(1, 1, 0), days(5, 5, 9)], []);
    expect(missing).toMatchObject({
      from: '2026-09-02',
      to: '2026-09-04',
      bankKopecks: 9,
      documentsKopecks: 0,
    });
  });

  test('a day that is inside longer days is not missing', () => {
    expect(kinds([days(1, 10, 0), days(3, 3, 0), days(11, 11, 0)])).toEqual([]);
  });

  test('unstated turnovers are not compared', () => {
    const silent = { ...days(1, 1, 0), credited: null, debited: null };
    expect(kinds([silent])).toEqual([]);
  });
});

/** Number of generated histories. */
const RUNS = Number(process.env.BANK_PROPERTY_RUNS ?? 60);

test('any history in pieces agrees; a missing piece is found once, with its sum', () => {
  let seed = 20_260_915;
  const below = (limit: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  for (let run = 0; run < RUNS; run += 1) {
    const totals: DayTotals[] = [];
    const pieces: BankBalance[] = [];
    let balance = below(10_000);
    for (let day = 1; day < 30;) {
      const length = 1 + below(4);
      let [credited, debited] = [0, 0];
      for (let one = day; one < day + length; one += 1) {
        const input = makeDayTotals(one, {
          toClients: 1 + below(500),
          waiting: below(50),
          debited: below(300),
        });
        totals.push(input);
        credited += input.toClients + input.waiting;
        debited += input.debited;
      }
      pieces.push(days(day, day + length - 1, balance, credited, debited));
      balance += credited - debited;
      day += length;
    }
    const shuffled = pieces.toSorted(() => below(3) - 1);
    expect(findBankDifferences(shuffled, totals)).toEqual([]);

    const lost = pieces[1 + below(pieces.length - 2)] as BankBalance;
    const others = shuffled.filter((bankBalance) => bankBalance !== lost);
    const withoutPiece = findBankDifferences(
      others,
      totals.filter(({ day }) => day < lost.from || day > lost.to),
    );
    const moved = lost.closing - lost.opening;
    expect(withoutPiece[0]).toMatchObject({
      kind: 'bank-days-missing',
      from: lost.from,
      to: lost.to,
      differenceKopecks: moved,
    });
    expect(withoutPiece).toHaveLength(moved === 0 ? 1 : 2);

    const at = below(totals.length);
    const dropped = totals[at] as DayTotals;
    const withoutDocument = totals.with(at, { ...dropped, toClients: 0 });
    expect(findBankDifferences(shuffled, withoutDocument)).toMatchObject([
      { kind: 'bank-incoming-not-its-documents', differenceKopecks: dropped.toClients },
      { kind: 'bank-balance-not-our-documents', differenceKopecks: dropped.toClients },
    ]);
  }
});
