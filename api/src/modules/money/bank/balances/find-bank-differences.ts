import { addDays } from '../../../../lib/days.ts';
import type { DayTotals } from '../bank-file-store.ts';
import type { BankBalance } from '../file/bank-file.ts';

/** Days are `YYYY-MM-DD`, sums kopecks: what the bank states, what we know or what was stated before, and the difference. */
export interface BankDifference {
  kind: BankDifferenceKind;
  account: string;
  from: string;
  to: string;
  bankKopecks: number;
  documentsKopecks: number;
  differenceKopecks: number;
}

/**
 * - `bank-balance-gap`: a day begins with another balance than the one with which the day before has ended;
 * - `bank-days-missing`: days without a statement between two loaded ones; harmless where the balances join;
 * - `bank-incoming-not-its-documents`, `bank-outgoing-…`: a turnover that the documents do not add up to;
 * - `bank-balance-not-our-documents`: the first opening balance and all documents since do not give the last closing one.
 */
export type BankDifferenceKind =
  | 'bank-balance-gap'
  | 'bank-days-missing'
  | 'bank-incoming-not-its-documents'
  | 'bank-outgoing-not-its-documents'
  | 'bank-balance-not-our-documents';

/** The bank's figures of some days beside the figures of our books. */
export interface ComparedBalance<Balance extends BankBalance = BankBalance> {
  balance: Balance;
  known: Omit<DayTotals, 'account' | 'day'>;
  /** The account's first opening balance and all documents from then to the last of these days. */
  expectedClosing: number;
}

/** Returns whether nothing has been lost: the balances join over the missing days. */
export function isHarmless({ kind, differenceKopecks }: BankDifference): boolean {
  return kind === 'bank-days-missing' && differenceKopecks === 0;
}

/** Puts the bank's figures beside the documents of the same days. */
export function compareBalances<Balance extends BankBalance>(
  balances: readonly Balance[],
  totals: readonly DayTotals[],
): ComparedBalance<Balance>[] {
  return byAccount(balances).flatMap((sorted) => {
    const [first] = sorted;
    const own = totals.filter(({ account }) => account === first?.account);
    return sorted.map((balance) => {
      const since = sumPeriod(own, first?.from ?? balance.from, balance.to);
      const expectedClosing = (first?.opening ?? 0) + getIncoming(since) - since.debited;
      return { balance, known: sumPeriod(own, balance.from, balance.to), expectedClosing };
    });
  });
}

/** Lists the differences by account, in the order of the days. */
export function findBankDifferences(
  balances: readonly BankBalance[],
  totals: readonly DayTotals[],
): BankDifference[] {
  return byAccount(balances).flatMap((sorted) => {
    const compared = compareBalances(sorted, totals);
    const last = compared.reduce<ComparedBalance | undefined>(
      (latest, comparedBalance) =>
        latest && latest.balance.to > comparedBalance.balance.to ? latest : comparedBalance,
      undefined,
    );
    return [
      ...compared.flatMap(turnoverDifferences),
      ...edgeDifferences(sorted),
      ...missingDays(sorted),
      ...(last ? balanceDifference(sorted, last) : []),
    ];
  });
}

function turnoverDifferences({ balance, known }: ComparedBalance): BankDifference[] {
  const { credited, debited } = balance;
  return [
    ...(credited === null
      ? []
      : differ('bank-incoming-not-its-documents', balance, credited, getIncoming(known))),
    ...(debited === null ? [] : differ('bank-outgoing-not-its-documents', balance, debited, known.debited)),
  ];
}

/** A closing balance is the opening one of the next day. All statements of that moment's balance have to agree. */
function edgeDifferences(sorted: readonly BankBalance[]): BankDifference[] {
  const closings = sorted.map(({ to, closing }) => ({ day: addDays(to, 1), balance: closing }));
  const openings = sorted.map(({ from, opening }) => ({ day: from, balance: opening }));
  const stated = Map.groupBy([...closings, ...openings], ({ day }) => day);
  const days = [...stated.keys()].sort();
  return days.flatMap((day) => {
    const [first, ...others] = stated.get(day) ?? [];
    const other = others.find(({ balance }) => balance !== first?.balance);
    if (!first || !other) return [];
    const at = { account: sorted[0]?.account ?? '', from: day, to: day };
    return [difference('bank-balance-gap', at, other.balance, first.balance)];
  });
}

function missingDays(sorted: readonly BankBalance[]): BankDifference[] {
  let reached: BankBalance | undefined;
  return sorted.flatMap((balance) => {
    const before = reached;
    if (!before || balance.to >= before.to) reached = balance;
    if (!before) return [];
    const from = addDays(before.to, 1);
    if (balance.from <= from) return [];
    const days = { account: balance.account, from, to: addDays(balance.from, -1) };
    return [difference('bank-days-missing', days, balance.opening, before.closing)];
  });
}

function balanceDifference(sorted: readonly BankBalance[], last: ComparedBalance): BankDifference[] {
  const { account, to, closing } = last.balance;
  const from = sorted[0]?.from ?? to;
  return differ('bank-balance-not-our-documents', { account, from, to }, closing, last.expectedClosing);
}

type Days = Pick<BankDifference, 'account' | 'from' | 'to'>;

function differ(kind: BankDifferenceKind, days: Days, bank: number, documents: number): BankDifference[] {
  return bank === documents ? [] : [difference(kind, days, bank, documents)];
}

function difference(
  kind: BankDifferenceKind,
  { account, from, to }: Days,
  bankKopecks: number,
  documentsKopecks: number,
): BankDifference {
  const differenceKopecks = bankKopecks - documentsKopecks;
  return { kind, account, from, to, bankKopecks, documentsKopecks, differenceKopecks };
}

function byAccount<Balance extends BankBalance>(balances: readonly Balance[]): Balance[][] {
  const accounts = Map.groupBy(balances, ({ account }) => account);
  return [...accounts.values()].map((own) =>
    own.toSorted((a, b) => a.from.localeCompare(b.from) || a.to.localeCompare(b.to)),
  );
}

function getIncoming({ toClients, waiting, ownIncoming }: ComparedBalance['known']): number {
  return toClients + waiting + ownIncoming;
}

function sumPeriod(own: readonly DayTotals[], from: string, to: string): ComparedBalance['known'] {
  const sums = { toClients: 0, waiting: 0, ownIncoming: 0, debited: 0 };
  for (const { day, toClients, waiting, ownIncoming, debited } of own) {
    if (day < from || day > to) continue;
    sums.toClients += toClients;
    sums.waiting += waiting;
    sums.ownIncoming += ownIncoming;
    sums.debited += debited;
  }
  return sums;
}
