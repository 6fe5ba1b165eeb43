import type { Context } from '../../../context.ts';
import {
  listBalances,
  listChecked,
  listPaidInvoices,
  listSubjects,
  readAccountEnds,
  writeChecked,
  type CheckedAccount,
} from './account-check-store.ts';
import { checkBooks } from './check-books.ts';
import { withSnapshot } from './check-log.ts';
import { NEW_RECORDS } from './record-kinds.ts';
import type { Db } from '../../../db/database.ts';
import type { Difference } from './difference.ts';
import { partOfIds } from './checked-part.ts';

const ACCOUNTS = 500;
/** Maximum number of entries of one account at once. */
const ENTRIES = 20_000;

interface Found {
  transfers: number;
  differences: Difference[];
}

/**
 * Reads everything posted since the last check, account by account, and the records it belongs to. This takes the work
 * of a day, however long the past. After the reading, an account is recorded as checked up to its last correct entry.
 * An interrupted check starts there again, and a difference is found each night until it is settled.
 */
export async function checkNewEntries(ctx: Context): Promise<Found> {
  const found: Found = { transfers: 0, differences: [] };
  for (let after = 0; ;) {
    const batch = await listChecked(ctx.db.system, { after, upto: null, max: ACCOUNTS });
    if (batch.length === 0) return found;
    const { transfers, differences } = await checkBatch(ctx, batch);
    found.transfers += transfers;
    found.differences.push(...differences);
    after = batch.at(-1)?.accountId ?? 0;
  }
}

async function checkBatch(ctx: Context, batch: readonly CheckedAccount[]): Promise<Found> {
  const found: Found = { transfers: 0, differences: [] };
  const states = new Map(batch.map((checked) => [checked.accountId, checked]));
  const wrong = new Set<number>();
  let recordsAreRight = true;
  for (let ids = batch.map((checked) => checked.accountId); ids.length > 0;) {
    const left: number[] = [];
    await withSnapshot(ctx, async (tx) => {
      const tails = await readAccountEnds(tx, listStates(states, ids), { max: ENTRIES, upto: null });
      const transferIds: number[] = [];
      for (const tail of tails) {
        add(states, tail);
        for (const value of tail.transferIds) transferIds.push(value);
        if (tail.problems.length > 0) wrong.add(tail.accountId);
        found.differences.push(...tail.problems);
        if (tail.entries >= ENTRIES) left.push(tail.accountId);
      }
      const unequal = await checkBalances(tx, listStates(states, ids), new Set(left));
      for (const difference of unequal) wrong.add(difference.details.accountId as number);
      const records = await checkRecords(tx, transferIds);
      recordsAreRight &&= records.length === 0;
      found.differences.push(...unequal, ...records);
      found.transfers += transferIds.length;
    });
    ids = left;
  }
  const right = batch.flatMap((known) => {
    const read = states.get(known.accountId);
    return read && read !== known && !wrong.has(known.accountId) ? read : [];
  });
  // It is not worth finding the account of a record. The next night reads this batch again.
  if (recordsAreRight) await writeChecked(ctx.db.system, right);
  return found;
}

function listStates(states: ReadonlyMap<number, CheckedAccount>, ids: readonly number[]): CheckedAccount[] {
  return ids.flatMap((id) => states.get(id) ?? []);
}

function add(states: Map<number, CheckedAccount>, tail: Omit<CheckedAccount, 'companyId'>): void {
  const state = states.get(tail.accountId);
  if (!state) return;
  states.set(state.accountId, {
    ...state,
    last: tail.last,
    balance: tail.balance,
    entries: state.entries + tail.entries,
    checksum: state.checksum + tail.checksum,
  });
}

/** The balance of an account that was read to its end is that of its last entry. */
async function checkBalances(
  tx: Db,
  states: readonly CheckedAccount[],
  unfinished: ReadonlySet<number>,
): Promise<Difference[]> {
  const balances = await listBalances(
    tx,
    states.map((state) => state.accountId),
  );
  return states.flatMap(({ accountId, companyId, balance }): Difference[] => {
    const balanceKopecks = balances.get(accountId) ?? 0;
    if (unfinished.has(accountId) || balanceKopecks === balance) return [];
    const details = { companyId, accountId, balanceKopecks, entriesKopecks: balance };
    return [{ kind: 'balance-not-its-entries', details }];
  });
}

/** Checks that the records of the transfers have moved exactly these transfers. */
async function checkRecords(tx: Db, transferIds: readonly number[]): Promise<Difference[]> {
  if (transferIds.length === 0) return [];
  const subjects = await listSubjects(tx, transferIds);
  const payments = subjects.get('bank-payment') ?? [];
  const part = partOfIds({
    transfer: transferIds,
    operation: subjects.get('operation') ?? [],
    payment: payments,
    return: subjects.get('advance-return') ?? [],
    correction: subjects.get('correction') ?? [],
    distribution: subjects.get('distribution') ?? [],
    invoice: payments.length > 0 ? await listPaidInvoices(tx, payments) : [],
  });
  return checkBooks(tx, { part, kinds: NEW_RECORDS });
}
