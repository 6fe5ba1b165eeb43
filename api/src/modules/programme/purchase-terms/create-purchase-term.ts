import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { fieldRefusal } from '../../../errors.ts';
import { listPartners } from '../partners/partners.ts';
import type { NewPurchaseTerm, PurchaseTermDraft, PurchaseTermRecord } from './purchase-term.ts';
import { findPurchaseTerm, insertPurchaseTerm } from './purchase-terms.ts';

/**
 * Enters a purchase term. It moves no money: an earlier first day changes what the margin of those days shows. An earlier
 * term of the same scope needs no end, because the later first day counts (decision 167). Refuses: 400 no such network.
 */
export async function createPurchaseTerm(
  ctx: Context,
  { term, staffId, ip }: { term: NewPurchaseTerm; staffId: number; ip: string },
): Promise<PurchaseTermRecord> {
  return ctx.db.inSystem(async (tx) => {
    await assertNetwork(tx, term);
    const now = ctx.clock.now();
    const id = await insertPurchaseTerm(tx, { term, staffId, now });
    await recordEvent(tx, {
      at: now,
      what: 'purchase-term-created',
      userId: staffId,
      ip,
      targets: [{ kind: 'purchase-term', id }],
      after: { ...term },
    });
    return (await findPurchaseTerm(tx, id)) as PurchaseTermRecord;
  });
}

export async function assertNetwork(db: Db, { partnerId }: PurchaseTermDraft): Promise<void> {
  if (!(await listPartners(db)).some(({ id }) => id === partnerId))
    throw fieldRefusal('partner_id', 'Такой сети нет');
}
