import type { InvoiceLineGroup, LineDecision } from '#contract/fuel/network-invoice-lines.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { clearOutcomes, storeDecision } from './invoice-line-store.ts';
import { markComparing, recountInvoice } from './network-invoice-store.ts';
import { lockOpenInvoice, requireInvoice, type NetworkInvoice } from './network-invoices.ts';

interface Decision {
  invoiceId: number;
  which: { ids: readonly number[] } | { group: InvoiceLineGroup };
  decision: LineDecision;
  note: string;
  staffId: number;
}

const NOTHING_DECIDED: Record<LineDecision, string> = {
  accepted: 'Принять нечего: строки совпали, уже решены или уже в другом счёте сети',
  disputed: 'Решать нечего: строки совпали или уже решены',
  requested: 'Запросить можно то, что есть только у сети',
};

/**
 * Decides differences of an invoice and returns how many. A request reads the network's sales of the period again and
 * compares anew. Refuses as `lockOpenInvoice`; 409 where nothing is to be decided, what another invoice has is accepted, or
 * the network cannot be asked.
 */
export async function decideLines(ctx: Context, input: Decision): Promise<number> {
  const { invoiceId, which, decision, note } = input;
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const invoice = await lockOpenInvoice(tx, invoiceId, moscowDay(now));
    const asks = decision === 'requested';
    if (asks && !canAskAgain(ctx, invoice.partner.id))
      throw conflict(
        `Сеть «${invoice.partner.title}» не отдаёт продажи прошлых дней. Напишите ей и отметьте «Спорим»`,
      );
    const decided = await storeDecision(tx, { ...input, now });
    if (decided === 0) throw conflict(NOTHING_DECIDED[decision]);
    if (asks) await startComparing(tx, invoiceId, true);
    await recountInvoice(tx, invoiceId);
    recordChange(tx, {
      targets: [{ kind: 'partner', id: invoice.partner.id }],
      after: {
        number: invoice.number,
        decision,
        lines: decided,
        ...('group' in which && { group: which.group }),
        note,
      },
    });
    return decided;
  });
}

/** Returns whether a network lists its sales by date, so that those of past days can be read again. */
export function canAskAgain(ctx: Context, partnerId: number): boolean {
  return ctx.networkIds().includes(partnerId) && ctx.getNetwork(partnerId).feedByDate;
}

/** Has an invoice compared with our sales again, by a job. Decisions stay. */
export async function compareAgain(ctx: Context, invoiceId: number): Promise<NetworkInvoice> {
  const today = moscowDay(ctx.clock.now());
  return ctx.db.inSystem(async (tx) => {
    const invoice = await lockOpenInvoice(tx, invoiceId, today);
    await startComparing(tx, invoiceId, false);
    recordChange(tx, {
      targets: [{ kind: 'partner', id: invoice.partner.id }],
      after: { number: invoice.number },
    });
    return requireInvoice(tx, invoiceId, today);
  });
}

/** Has an open invoice compared anew, by a job. */
export async function startComparing(
  tx: Parameters<typeof markComparing>[0],
  invoiceId: number,
  ask: boolean,
): Promise<void> {
  await markComparing(tx, invoiceId);
  await clearOutcomes(tx, invoiceId);
  const key = `compare-network-invoice:${invoiceId}`;
  await enqueueJob(tx, 'compare-network-invoice', { invoiceId, ask }, { key });
}
