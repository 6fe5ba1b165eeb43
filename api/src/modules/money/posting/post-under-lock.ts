import { kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';
import { recordBalance } from '../balance-alert/watch-balance.ts';
import { type AccountPlace, type LockedAccount, listAccounts } from '../ledger/account.ts';
import { planTransfers, type TransferPlan, writePosting } from '../ledger/plan-transfers.ts';
import { requireAccounts, tightenFloor } from '../ledger/new-accounts.ts';
import { type MovementUnderLock, toTransfer } from './money-movement.ts';

/**
 * Posts a movement in the caller's transaction, for pages or movements with rows of their own: a bank file, a feed of
 * sales. As in `postMovement`, it decides in memory, over the accounts at the places it needs; then everything is
 * written at once. The caller has locked the money of all their companies and read `now` under that lock. Throws if a
 * request id was posted before.
 */
export async function postUnderLock<Outcome>(
  tx: Db,
  now: Date,
  { needs: { places }, decide }: MovementUnderLock<Outcome>,
): Promise<Outcome> {
  const ids = await requireAccounts(tx, places);
  const plan = planTransfers(await listAccounts(tx, ids));
  const idAt = new Map(places.map((place, index) => [toPlaceKey(place), ids[index]]));

  function account(place: AccountPlace): LockedAccount {
    const locked = plan.accountAt(idAt.get(toPlaceKey(place)) ?? 0);
    if (!locked) throw new Error(`no locked account at ${JSON.stringify(place)}`);
    return locked;
  }

  const outcome = decide({
    now,
    account,
    lowerFloor(place, sum) {
      const { id, balance, floor } = account(place);
      if (floor !== null) plan.setFloor(id, kopecks(Math.min(floor, balance - sum)));
    },
    post: (movements) => plan.add(movements.map((movement) => toTransfer(movement, account))),
  });
  if (plan.transfers.length > 0) {
    await writePosting(tx, now, plan);
    for (const place of places) if (place.kind === 'unallocated') await followUp(tx, account(place), plan);
  }
  return outcome;
}

function toPlaceKey({ companyId, kind, partnerId, cardId }: AccountPlace): string {
  return [companyId, kind, partnerId, cardId].join(':');
}

/** Updates the floor and the threshold after a company's unallocated funds have changed. */
async function followUp(tx: Db, { id, companyId }: LockedAccount, plan: TransferPlan): Promise<void> {
  if (plan.transfers.some((transfer) => transfer.toAccountId === id)) await tightenFloor(tx, companyId);
  if (plan.changed.has(id)) await recordBalance(tx, companyId);
}
