import type { Db } from '../../../db/database.ts';
import { compareBank } from '../../money/bank/compare-bank.ts';
import {
  isHarmless,
  type BankDifference,
  type BankDifferenceKind,
} from '../../money/bank/find-bank-differences.ts';

/** Our account at the bank and the bank's own figures of it do not agree. */
export interface BankFinding {
  kind: BankDifferenceKind;
  details: Record<string, unknown>;
}

/** As many per kind as of our own books; the newest days are the ones that somebody can still ask the bank about. */
const MOST = 20;

/**
 * Compares what the ledger and the documents say of our bank accounts with the bank's balances and turnovers. Days
 * without a statement whose balances join are no difference.
 */
export async function checkBank(db: Db): Promise<BankFinding[]> {
  const { differences } = await compareBank(db);
  const byKind = Map.groupBy(
    differences.filter((difference) => !isHarmless(difference)),
    ({ kind }) => kind,
  );
  return [...byKind.values()].flatMap((found) => found.slice(-MOST).map(toFinding));
}

function toFinding(found: BankDifference): BankFinding {
  const { kind, account, from, to, bankKopecks, documentsKopecks, differenceKopecks } = found;
  const joins = kind === 'bank-balance-gap' || kind === 'bank-days-missing';
  const sums = joins
    ? { beforeKopecks: documentsKopecks, afterKopecks: bankKopecks }
    : { bankKopecks, documentsKopecks };
  return { kind, details: { account, dayFrom: from, dayTo: to, ...sums, differenceKopecks } };
}
