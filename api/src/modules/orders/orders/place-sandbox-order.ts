import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';
import { markItemIssued, markItemsRequested } from './item-store.ts';
import { insertOrder, markApproved, markIssuedWhenComplete } from './order-store.ts';

export interface SandboxOrder {
  id: number;
  itemId: number;
}

/**
 * Places a sandbox's order (decision 89), which is approved at once. No staff member decides it, and no job calls a
 * network.
 */
export async function placeSandboxOrder(
  tx: Db,
  { companyId, authorId, count, now }: { companyId: number; authorId: number; count: number; now: Date },
): Promise<SandboxOrder> {
  const id = await insertOrder(tx, {
    companyId,
    authorId,
    address: { city: '', street: '', house: '' },
    recipient: { firstname: 'Песочница', lastname: '' },
    addSum: kopecks(0),
    items: [{ partnerId: SANDBOX_NETWORK, count, cardPrice: kopecks(0), isVirtual: true }],
    deliveryPrice: kopecks(0),
    registry: null,
    now,
  });
  await markApproved(tx, { id, now });
  const [item] = await markItemsRequested(tx, { orderId: id, nextAttemptAt: now, now });
  if (!item) throw new Error(`order ${id} of a sandbox has no item`);
  return { id, itemId: item.id };
}

/** Issues the cards of a sandbox order. */
export async function issueSandboxOrder(
  tx: Db,
  { id, itemId, now }: SandboxOrder & { now: Date },
): Promise<void> {
  await markItemIssued(tx, { id: itemId, surplus: 0, now });
  await markIssuedWhenComplete(tx, id);
}
