import type { Db } from '../../../db/database.ts';
import { compareBank } from '../../money/bank/balances/compare-bank.ts';
import {
  isHarmless,
  type BankDifference,
  type BankDifferenceKind,
} from '../../money/bank/balances/find-bank-differences.ts';

/** A difference between our account at the bank and the bank's own figures. */
export interface BankFinding {
  kind: BankDifferenceKind;
  details: Record<string, unknown>;
}

/**
 * The same limit per kind as for our own books. The newest days are the ones that staff can still ask the bank about.
 */
const MAX_FINDINGS = 20;

/**
 * Compares our bank accounts in the ledger and the documents with the bank's balances and turnovers. Days without a
 * statement are no difference if the balances around them join.
 */
export async function checkBank(db: Db): Promise<BankFinding[]> {
  const { differences } = await compareBank(db);
  const byKind = Map.groupBy(
    differences.filter((difference) => !isHarmless(difference) && !isExplained(difference, differences)),
    ({ kind }) => kind,
  );
  return [...byKind.values()].flatMap((found) => found.slice(-MAX_FINDINGS).map(toFinding));
}

/** A closing balance is off by what the days of its account are off: that is one difference, and the days name it. */
function isExplained(
  { kind, account, differenceKopecks }: BankDifference,
  differences: readonly BankDifference[],
): boolean {
  if (kind !== 'bank-balance-not-our-documents') return false;
  const ofDays = differences.filter((other) => other.kind !== kind && other.account === account);
  const sum = ofDays.reduce(
    (total, other) =>
      total +
      (other.kind === 'bank-outgoing-not-its-documents' ? -other.differenceKopecks : other.differenceKopecks),
    0,
  );
  return sum === differenceKopecks;
}

function toFinding(found: BankDifference): BankFinding {
  const { kind, account, from, to, bankKopecks, documentsKopecks, differenceKopecks } = found;
  const joins = kind === 'bank-balance-gap' || kind === 'bank-days-missing';
  const sums = joins
    ? { beforeKopecks: documentsKopecks, afterKopecks: bankKopecks }
    : { bankKopecks, documentsKopecks };
  return { kind, details: { account, dayFrom: from, dayTo: to, ...sums, differenceKopecks } };
}
