import { UNSETTLED_MOST, type UnsettledKind } from '#contract/unsettled.ts';
import type { Context } from '../../context.ts';
import { listFailedJobs } from '../../jobs/failed-job-store.ts';
import { listUnclearChoices } from '../cards/unclear-choice-store.ts';
import { listFailedClosings } from '../documents/closing-problem-store.ts';
import { listWaitingObjections } from '../documents/objection-store.ts';
import { listRefusedMessages } from '../edm/refused-message-store.ts';
import { listContradictions } from '../operations/contradiction-store.ts';
import { listIllegibleCards } from '../operations/illegible-card-store.ts';
import { listIllegibleSales, listUnbookedSales } from '../operations/orphan-store.ts';
import { listRefusedDebtors } from '../operations/refused-debtor-store.ts';
import { listUnclearBlocks } from '../operations/unclear-block-store.ts';
import { UNCLEAR_AFTER_SECONDS } from '../operations/unclear-movement.ts';
import { listSurplusItems } from '../orders/surplus-store.ts';
import { listUnclearItems } from '../orders/unclear-item-store.ts';
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
