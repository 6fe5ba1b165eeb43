import {
  type BankBalance,
  type BankFile,
  type BankFileDocument,
  type OtherLine,
  hasAccount,
  replaceUnreadable,
} from '../file/bank-file.ts';
import type { Context } from '../../../../context.ts';
import { moscowDay } from '../../../../lib/money-format.ts';
import { takeTurn } from '../payment-store.ts';
import { insertBalances, insertLines, listBalances } from '../bank-file-store.ts';
import type { IncomingPayment } from '../payment.ts';
import { bareNumber } from '../booked-orders.ts';

/**
 * The figures of a statement for our accounts. A section without days has those of the file, one figure that is missing
 * follows from the other three. `unusable`: accounts whose figures still lack their days or their balances.
 */
export function toBankBalances(
  { header, balances }: Pick<BankFile, 'header' | 'balances'>,
  ownAccounts: readonly string[],
): { balances: BankBalance[]; unusable: string[] } {
  const own = balances.filter(({ account }) => ownAccounts.includes(account));
  const usable: BankBalance[] = [];
  const unusable = new Set<string>();
  for (const input of own) {
    const from = input.from ?? header.periodFrom;
    const to = input.to ?? input.from ?? header.periodTo ?? from;
    const { openingKopecks: start, creditedKopecks: credited } = input;
    const { debitedKopecks: debited, closingKopecks: end } = input;
    const moved = credited === null || debited === null ? null : credited - debited;
    const opening = start ?? (end === null || moved === null ? null : end - moved);
    const closing = end ?? (start === null || moved === null ? null : start + moved);
    if (from === null || to === null || from > to || opening === null || closing === null) {
      unusable.add(input.account);
      continue;
    }
    usable.push({
      account: input.account,
      from,
      to,
      opening,
      credited: credited ?? (debited === null ? null : closing - opening + debited),
      debited: debited ?? (credited === null ? null : opening + credited - closing),
      closing,
    });
  }
  return { balances: usable, unusable: [...unusable] };
}

/**
 * Lists the movements of a statement that are not incoming payments, each under a key of fields that banks do not
 * change.
 */
function listOtherLines(documents: readonly BankFileDocument[], ownAccounts: readonly string[]): OtherLine[] {
  const turns = new Map<string, number>();
  return documents.flatMap((input) => {
    const {
      number,
      date: datedOn,
      sumKopecks,
      payer,
      payee,
      debitedOn,
      creditedOn,
    } = replaceUnreadable(input);
    const from = ownAccounts.find((own) => hasAccount(payer, own));
    const to = ownAccounts.find((own) => hasAccount(payee, own));
    if (!from || from === to || sumKopecks <= 0) return [];
    const about = { number: bareNumber(number), datedOn, sumKopecks };
    const lines = [
      ...(debitedOn === null ? [] : [{ account: from, day: debitedOn, incoming: false, ...about }]),
      ...(to && creditedOn !== null ? [{ account: to, day: creditedOn, incoming: true, ...about }] : []),
    ];
    return lines.map((line) => {
      const key = JSON.stringify(line);
      // The file has a transfer between two own accounts twice, once for each of them.
      const turn = to ? 1 : (turns.get(key) ?? 0) + 1;
      turns.set(key, turn);
      return { ...line, turn, payeeInn: to ? null : payee.inn };
    });
  });
}

/** Figures that the bank has stated otherwise after the days had ended. */
export interface ReplacedBalance {
  was: BankBalance;
  is: BankBalance;
}

/** Movements per statement. A longer one would block the process for others. */
const BATCH_SIZE = 500;

/**
 * Stores the bank's own figures of our accounts and every movement that is not an incoming payment. The same figures
 * again change nothing; others for the same days replace them. A statement of an unfinished day is completed by the
 * next one, which is no correction. Returns which of the file's payments, each once, these figures confirm.
 */
export async function storeBankFigures(
  ctx: Context,
  input: {
    fileId: number;
    bankFile: BankFile;
    ownAccounts: readonly string[];
    payments: readonly IncomingPayment[];
  },
): Promise<{ replaced: ReplacedBalance[]; isConfirmedByBank: (payment: IncomingPayment) => boolean }> {
  const { fileId, bankFile, ownAccounts, payments } = input;
  const { balances } = toBankBalances(bankFile, ownAccounts);
  const lines = listOtherLines(bankFile.documents, ownAccounts);
  return ctx.db.inSystem(async (tx) => {
    await takeTurn(tx);
    const accounts = [...new Set(balances.map(({ account }) => account))];
    const stored = await listBalances(tx, { accounts });
    const storedByPeriod = new Map(stored.map((keptBalance) => [toPeriodKey(keptBalance), keptBalance]));
    const changed = balances.map((is) => ({ is, was: storedByPeriod.get(toPeriodKey(is)) }));
    const fresh = changed.filter(({ is, was }) => !was || !hasSameFigures(is, was));
    await insertBalances(tx, { fileId, balances: fresh.map(({ is }) => is) });
    for (let at = 0; at < lines.length; at += BATCH_SIZE)
      await insertLines(tx, { fileId, lines: lines.slice(at, at + BATCH_SIZE) });
    const replaced = fresh.flatMap(({ is, was }) =>
      was && moscowDay(was.file.loadedAt) > was.to ? [{ is, was }] : [],
    );
    return { replaced, isConfirmedByBank: makeFigureCheck({ balances, stored, payments, lines }) };
  });
}

function toPeriodKey({ account, from, to }: BankBalance): string {
  return `${account} ${from} ${to}`;
}

function hasSameFigures(a: BankBalance, b: BankBalance): boolean {
  return (
    a.opening === b.opening && a.credited === b.credited && a.debited === b.debited && a.closing === b.closing
  );
}

/** Figures of a file and the bank's figures from before it. */
interface StatedFigures {
  /** Balances of this file. */
  balances: readonly BankBalance[];
  /** Balances of earlier files, oldest first. */
  stored: readonly BankBalance[];
  /** The file's payments, each once, and its other movements. */
  payments: readonly IncomingPayment[];
  lines: readonly OtherLine[];
}

/**
 * Decides which payments of a file are confirmed by the bank's own figures. The file must state the turnover of their
 * days, its documents must add up to it, and its opening balance must be the closing one of the days before, if those
 * are known.
 */
function makeFigureCheck(figures: StatedFigures): (payment: IncomingPayment) => boolean {
  const credited = new Sums();
  const debited = new Sums();
  for (const { account, document } of figures.payments)
    credited.add(account, document.creditedOn, document.sumKopecks);
  const lines = new Map(figures.lines.map((line) => [JSON.stringify(line), line]));
  for (const { account, day, incoming, sumKopecks } of lines.values())
    (incoming ? credited : debited).add(account, day, sumKopecks);
  const confirmed = figures.balances.filter(
    (balance) =>
      balance.credited === credited.within(balance) &&
      balance.debited === debited.within(balance) &&
      isContinuous(balance, figures),
  );
  const byAccount = Map.groupBy(confirmed, ({ account }) => account);
  return ({ account, document: { creditedOn } }) =>
    byAccount.get(account)?.some(({ from, to }) => from <= creditedOn && creditedOn <= to) === true;
}

/**
 * Returns whether the newest figures of the days before end where these begin. If there are none, nothing contradicts.
 */
function isContinuous({ account, from, opening }: BankBalance, { stored, balances }: StatedFigures): boolean {
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
