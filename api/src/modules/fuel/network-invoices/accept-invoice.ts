import type { Kopecks } from '#contract/kopecks.ts';
import { counted } from '#contract/values/counted.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal } from '../../../errors.ts';
import { formatDateShort, moscowDay } from '../../../lib/money-format.ts';
import { startComparing } from './decide-lines.ts';
import { insertClaim } from './network-claims.ts';
import { deleteInvoice, lockInvoicesOfNetwork, markAccepted } from './network-invoice-store.ts';
import { lockOpenInvoice, requireInvoice, type NetworkInvoice } from './network-invoices.ts';
import { listOtherInvoices, listRepeating } from './repeated-line-store.ts';

interface NewClaim {
  sum: Kopecks;
  note: string;
}

const LINES = ['строка', 'строки', 'строк'] as const;

/**
 * Accepts an invoice for payment. Disputed lines need a claim, which the network is to give back: the rest of the sum is
 * agreed. Refuses as `lockOpenInvoice`; 409 while differences are open, lines of another invoice are not disputed, disputed
 * without a claim, or a claim has none.
 */
export async function acceptInvoice(
  ctx: Context,
  { invoiceId, claim, staffId }: { invoiceId: number; claim: NewClaim | undefined; staffId: number },
): Promise<NetworkInvoice> {
  const now = ctx.clock.now();
  const today = moscowDay(now);
  return ctx.db.inSystem(async (tx) => {
    const { undecided, disputed, partner, number, sum } = await lockOpenInvoice(tx, invoiceId, today);
    const repeated = (await listOtherInvoices(tx, invoiceId)).filter(({ open }) => open > 0);
    if (repeated.length > 0)
      throw conflict(`Счёт нельзя принять: ${describeRepeated(repeated)}. Оспорьте их или удалите счёт`);
    if (undecided > 0)
      throw conflict(`Счёт нельзя принять: не решено расхождений ${counted(undecided, LINES)}`);
    if (disputed > 0 && !claim) throw conflict(`Счёт нельзя принять: в споре ${counted(disputed, LINES)}`);
    if (claim && disputed === 0) throw conflict('Требовать нечего: строк в споре нет');
    if (claim && claim.sum > sum) throw fieldRefusal('claim.sum', 'Больше суммы счёта');
    await markAccepted(tx, { id: invoiceId, staffId, now });
    if (claim) await insertClaim(tx, { invoiceId, partnerId: partner.id, ...claim, staffId, now });
    recordChange(tx, {
      targets: [{ kind: 'partner', id: partner.id }],
      after: { number, sumKopecks: sum, ...(claim && { claimKopecks: claim.sum, note: claim.note }) },
    });
    return requireInvoice(tx, invoiceId, today);
  });
}

/** «7 строк уже в счёте № ТН-79 от 29.11.2026». */
function describeRepeated(repeated: Awaited<ReturnType<typeof listOtherInvoices>>): string {
  return repeated
    .map(
      ({ number, datedOn, open }) =>
        `${counted(open, LINES)} уже в счёте № ${number} от ${formatDateShort(datedOn)}`,
    )
    .join(', ');
}

/** Removes an invoice that was loaded by mistake; those that repeat it are compared anew. Refuses as `lockOpenInvoice`. */
export async function removeInvoice(
  ctx: Context,
  { invoiceId, note }: { invoiceId: number; note: string },
): Promise<void> {
  const today = moscowDay(ctx.clock.now());
  await ctx.db.inSystem(async (tx) => {
    const { partner, number, sum } = await requireInvoice(tx, invoiceId, today);
    await lockInvoicesOfNetwork(tx, partner.id);
    await lockOpenInvoice(tx, invoiceId, today);
    const repeating = await listRepeating(tx, invoiceId);
    const lines = await deleteInvoice(tx, invoiceId);
    for (const id of repeating) await startComparing(tx, id, false);
    recordChange(tx, {
      targets: [{ kind: 'partner', id: partner.id }],
      before: { number, sumKopecks: sum, lines },
      after: { note },
    });
  });
}
