import type { IncomingPayment } from './payment.ts';
import type { BankBalance, OtherLine } from './bank-file.ts';

/** Figures of a file and the bank's figures from before it. */
export interface StatedFigures {
  /** Balances of this file. */
  balances: readonly BankBalance[];
  /** Balances of earlier files, oldest first. */
  kept: readonly BankBalance[];
  /** The file's payments, each once, and its other movements. */
  payments: readonly IncomingPayment[];
  lines: readonly OtherLine[];
}

/**
 * Decides which payments of a file are confirmed by the bank's own figures. The file must state the turnover of their
 * days, its documents must add up to it, and its opening balance must be the closing one of the days before, if those
 * are known.
 */
export function bearOut(figures: StatedFigures): (payment: IncomingPayment) => boolean {
  const credited = new Sums();
  const debited = new Sums();
  for (const { account, document } of figures.payments)
    credited.add(account, document.creditedOn, document.sumKopecks);
  const lines = new Map(figures.lines.map((line) => [JSON.stringify(line), line]));
  for (const { account, day, incoming, sumKopecks } of lines.values())
    (incoming ? credited : debited).add(account, day, sumKopecks);
  const borne = figures.balances.filter(
    (balance) =>
      balance.credited === credited.within(balance) &&
      balance.debited === debited.within(balance) &&
      isJoined(balance, figures),
  );
  const byAccount = Map.groupBy(borne, ({ account }) => account);
  return ({ account, document: { creditedOn } }) =>
    byAccount.get(account)?.some(({ from, to }) => from <= creditedOn && creditedOn <= to) === true;
}

/**
 * Returns whether the newest figures of the days before end where these begin. If there are none, nothing contradicts.
 */
function isJoined(
  { account, from, opening }: BankBalance,
  { kept: stored, balances }: StatedFigures,
): boolean {
  let before: BankBalance | null = null;
  for (const bankBalance of [...stored, ...balances])
    if (
      bankBalance.account === account &&
      bankBalance.to < from &&
      (before === null || bankBalance.to >= before.to)
    )
      before = bankBalance;
  return before === null || before.closing === opening;
}

/** Sums by account and day, added up over days. */
class Sums {
  readonly #days = new Map<string, Map<string, number>>();

  add(account: string, day: string, sum: number): void {
    const days = this.#days.get(account) ?? new Map<string, number>();
    this.#days.set(account, days);
    days.set(day, (days.get(day) ?? 0) + sum);
  }

  within({ account, from, to }: Pick<BankBalance, 'account' | 'from' | 'to'>): number {
    let sum = 0;
    for (const [day, ofDay] of this.#days.get(account) ?? []) if (from <= day && day <= to) sum += ofDay;
    return sum;
  }
}
