import { UNSETTLED_MOST, type UnsettledKind } from '#contract/unsettled.ts';
import type { Context } from '../../../context.ts';
import { listFailedJobs } from './failed-job-store.ts';
import { listUnclearChoices } from '../../cards/cards/list-unclear-choices.ts';
import { listFailedClosings } from '../documents/list-failed-closings.ts';
import { listWaitingObjections } from '../documents/list-waiting-objections.ts';
import { listRefusedMessages } from '../edm/list-refused-messages.ts';
import { listContradictions } from '../../networks/commands/list-contradictions.ts';
import { listIllegibleCards } from '../../networks/commands/list-illegible-cards.ts';
import { listIllegibleSales } from '../../fuel/sales/list-illegible-sales.ts';
import { listUnbookedSales } from '../../fuel/sales/list-unbooked-sales.ts';
import { listRefusedDebtors } from '../../fuel/sales/list-refused-debtors.ts';
import { listUnclearBlocks } from '../../networks/commands/list-unclear-blocks.ts';
import { UNCLEAR_AFTER_SECONDS } from '../../networks/commands/unclear-movement.ts';
import { listSurplusItems } from '../../orders/orders/list-surplus-items.ts';
import { listUnclearItems } from '../../orders/orders/list-unclear-items.ts';
import type { Unsettled, UnsettledList } from './unsettled.ts';

/** Everything that waits for a person, or one kind of it, newest first, at most as many as a screen shows. */
export async function listUnsettled(ctx: Context, kind: UnsettledKind | undefined): Promise<UnsettledList> {
  const db = ctx.db.system;
  const askedBefore = new Date(ctx.clock.now().getTime() - UNCLEAR_AFTER_SECONDS * 1000);
  const [
    block,
    choice,
    order,
    debtor,
    sale,
    record,
    card,
    surplus,
    closing,
    letter,
    objection,
    job,
    ...said
  ] = await Promise.all([
    listUnclearBlocks(db, askedBefore),
    listUnclearChoices(db, askedBefore),
    listUnclearItems(db, askedBefore),
    listRefusedDebtors(db),
    listUnbookedSales(db),
    listIllegibleSales(db),
    listIllegibleCards(db),
    listSurplusItems(db),
    listFailedClosings(db),
    listRefusedMessages(db),
    listWaitingObjections(db),
    listFailedJobs(db),
    listContradictions(db, 'answer'),
    listContradictions(db, 'resale'),
    listContradictions(db, 'stray'),
  ]);
  const [answer, resale, stray] = said;
  const all: Unsettled[] = [
    ...block.newest.map((one) => ({ kind: 'block' as const, ...one })),
    ...choice.newest.map((one) => ({ kind: 'choice' as const, ...one })),
    ...order.newest.map((one) => ({ kind: 'order' as const, ...one })),
    ...debtor.newest.map((one) => ({ kind: 'debtor' as const, ...one })),
    ...sale.newest.map((one) => ({ kind: 'sale' as const, ...one })),
    ...record.newest.map((one) => ({ kind: 'record' as const, ...one })),
    ...card.newest.map((one) => ({ kind: 'card' as const, ...one })),
    ...surplus.newest.map((one) => ({ kind: 'surplus' as const, ...one })),
    ...closing.newest.map((one) => ({ kind: 'closing' as const, ...one })),
    ...letter.newest.map((one) => ({ kind: 'letter' as const, ...one })),
    ...objection.newest.map((one) => ({ kind: 'objection' as const, ...one })),
    ...job.newest.map((one) => ({ kind: 'job' as const, ...one })),
    ...answer.newest.map((one) => ({ kind: 'answer' as const, ...one })),
    ...resale.newest.map((one) => ({ kind: 'resale' as const, ...one })),
    ...stray.newest.map((one) => ({ kind: 'stray' as const, ...one })),
  ];
  const newest = all
    .filter((one) => kind === undefined || one.kind === kind)
    .sort((one, other) => other.since.getTime() - one.since.getTime())
    .slice(0, UNSETTLED_MOST);
  const totals = {
    block: block.total,
    choice: choice.total,
    order: order.total,
    debtor: debtor.total,
    sale: sale.total,
    record: record.total,
    card: card.total,
    surplus: surplus.total,
    closing: closing.total,
    letter: letter.total,
    objection: objection.total,
    job: job.total,
    answer: answer.total,
    resale: resale.total,
    stray: stray.total,
  };
  return { newest, totals };
}
