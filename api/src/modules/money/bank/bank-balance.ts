import { holds, legible, type BankFile, type BankFileDocument } from './bank-file.ts';
import { bareNumber } from './look-alike.ts';

/** The bank's own figures of one of our accounts for whole days, in kopecks; null: the bank does not state it. */
export interface BankBalance {
  account: string;
  /** `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
  opening: number;
  credited: number | null;
  debited: number | null;
  closing: number;
}

/** The calendar day so many days after this one. */
export function laterDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** A movement of an own account that is nobody's payment to us: what goes out, and what comes from another own account. */
export interface OtherLine {
  account: string;
  day: string;
  incoming: boolean;
  number: string;
  datedOn: string;
  sumKopecks: number;
  /** Which of the equal ones in its file it is, from 1. */
  turn: number;
}

/**
 * The figures of a statement for our accounts. A section without days has those of the file, one figure that is missing
 * follows from the other three. `unusable`: accounts whose figures still lack their days or their balances.
 */
export function balancesOf(
  { header, balances }: Pick<BankFile, 'header' | 'balances'>,
  ownAccounts: readonly string[],
): { balances: BankBalance[]; unusable: string[] } {
  const own = balances.filter(({ account }) => ownAccounts.includes(account));
  const usable: BankBalance[] = [];
  const unusable = new Set<string>();
  for (const said of own) {
    const from = said.from ?? header.periodFrom;
    const to = said.to ?? said.from ?? header.periodTo ?? from;
    const { openingKopecks: start, creditedKopecks: credited } = said;
    const { debitedKopecks: debited, closingKopecks: end } = said;
    const moved = credited === null || debited === null ? null : credited - debited;
    const opening = start ?? (end === null || moved === null ? null : end - moved);
    const closing = end ?? (start === null || moved === null ? null : start + moved);
    if (from === null || to === null || from > to || opening === null || closing === null) {
      unusable.add(said.account);
      continue;
    }
    usable.push({
      account: said.account,
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

/** The movements of a statement that are nobody's payment, each under what no bank changes of it. */
export function otherLinesOf(
  documents: readonly BankFileDocument[],
  ownAccounts: readonly string[],
): OtherLine[] {
  const turns = new Map<string, number>();
  return documents.flatMap((said) => {
    const { number, date: datedOn, sumKopecks, payer, payee, debitedOn, creditedOn } = legible(said);
    const from = ownAccounts.find((own) => holds(payer, own));
    const to = ownAccounts.find((own) => holds(payee, own));
    if (!from || from === to || sumKopecks <= 0) return [];
    const about = { number: bareNumber(number), datedOn, sumKopecks };
    const lines = [
      ...(debitedOn === null ? [] : [{ account: from, day: debitedOn, incoming: false, ...about }]),
      ...(to && creditedOn !== null ? [{ account: to, day: creditedOn, incoming: true, ...about }] : []),
    ];
    return lines.map((line) => {
      const key = JSON.stringify(line);
      // A transfer between two own accounts is in the file once for each of them.
      const turn = to ? 1 : (turns.get(key) ?? 0) + 1;
      turns.set(key, turn);
      return { ...line, turn };
    });
  });
}
