import type { Db } from '../../../db/database.ts';
import { type Posting, type Transfer, listAccounts } from './account.ts';
import { findPosted } from './ledger.ts';
import { lockMoney } from './lock-money.ts';
import { writePosting, planTransfers } from './plan-transfers.ts';

/**
 * Posts groups of transfers in the caller's transaction. The transfers of a group happen together or not at all, and a
 * group that would break a floor is refused alone. Takes four round trips for any number of groups. Returns one outcome
 * per group, in their order. A repeated request id changes nothing and returns the first outcome; with another movement
 * it is refused. Throws on a sum that is not positive whole kopecks, and on an account that is missing or belongs to
 * another company.
 */
export async function postTransfers(tx: Db, now: Date, groups: readonly Transfer[][]): Promise<Posting[]> {
  const all = groups.flat();
  if (all.length === 0) return groups.map(() => ({ ok: true, repeated: true }));
  await lockMoney(
    tx,
    all.map((transfer) => transfer.companyId),
  );
  const accounts = await listAccounts(
    tx,
    all.flatMap((transfer) => [transfer.fromAccountId, transfer.toAccountId]),
  );
  // Read under the locks: a transaction that posted the same request before us has committed by now.
  const posted = await findPosted(tx, distinct(all.map((transfer) => transfer.requestId)));
  const plan = planTransfers(accounts, posted);
  const outcomes = groups.map((group) => plan.add(group));
  if (plan.transfers.length > 0) await writePosting(tx, now, plan);
  return outcomes;
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
