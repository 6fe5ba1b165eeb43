import { counted } from '#contract/values/counted.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { deleteInvoice, markAccepted } from './network-invoice-store.ts';
import { lockOpenInvoice, requireInvoice, type NetworkInvoice } from './network-invoices.ts';

const LINES = ['строка', 'строки', 'строк'] as const;

/** Accepts an invoice for payment. Refuses as `lockOpenInvoice`; 409 while differences are open or disputed. */
export async function acceptInvoice(
  ctx: Context,
  { invoiceId, staffId }: { invoiceId: number; staffId: number },
): Promise<NetworkInvoice> {
  const now = ctx.clock.now();
  const today = moscowDay(now);
  return ctx.db.inSystem(async (tx) => {
    const { undecided, disputed, partner, number, sum } = await lockOpenInvoice(tx, invoiceId, today);
    if (undecided > 0)
      throw conflict(`Счёт нельзя принять: не решено расхождений ${counted(undecided, LINES)}`);
    if (disputed > 0) throw conflict(`Счёт нельзя принять: в споре ${counted(disputed, LINES)}`);
    await markAccepted(tx, { id: invoiceId, staffId, now });
    recordChange(tx, { targets: [{ kind: 'partner', id: partner.id }], after: { number, sumKopecks: sum } });
    return requireInvoice(tx, invoiceId, today);
  });
}

/** Removes an invoice that was loaded by mistake. Refuses as `lockOpenInvoice`. */
export async function removeInvoice(
  ctx: Context,
  { invoiceId, note }: { invoiceId: number; note: string },
): Promise<void> {
  await ctx.db.inSystem(async (tx) => {
    const { partner, number, sum } = await lockOpenInvoice(tx, invoiceId, moscowDay(ctx.clock.now()));
    const lines = await deleteInvoice(tx, invoiceId);
    recordChange(tx, {
      targets: [{ kind: 'partner', id: partner.id }],
      before: { number, sumKopecks: sum, lines },
      after: { note },
    });
  });
}
