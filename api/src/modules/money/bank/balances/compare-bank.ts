import type { Db } from '../../../../db/database.ts';
import {
  compareBalances,
  findBankDifferences,
  type BankDifference,
  type ComparedBalance,
} from './find-bank-differences.ts';
import { listBalances, listDayTotals, type StoredBalance } from '../bank-file-store.ts';

/** All figures of the bank that are in force beside our documents, and what does not agree, oldest days first. */
export async function compareBank(
  db: Db,
): Promise<{ compared: ComparedBalance<StoredBalance>[]; differences: BankDifference[] }> {
  const balances = await listBalances(db);
  if (balances.length === 0) return { compared: [], differences: [] };
  const totals = await listDayTotals(db);
  return { compared: compareBalances(balances, totals), differences: findBankDifferences(balances, totals) };
}
