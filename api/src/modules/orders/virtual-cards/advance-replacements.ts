import { OPERATION_STATUS } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { Refusal } from '../../../errors.ts';
import type { RequestKey } from '../../../http/request-key.ts';
import { hashSha256 } from '../../../lib/secrets.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { findEnded } from '../../cards/commands/operations.ts';
import { moveReplacementMoney } from '../../money/transfers/move-replacement-money.ts';
import { listBareCards, listWaitingSetups } from './card-setups.ts';
import {
  endReplacement,
  findOpenReplacement,
  listOpenReplacements,
  updateReplacement,
  type Replacement,
} from './replacements.ts';
import { activateCard, setUpCard } from './set-up-card.ts';

const BATCH_SIZE = 100;
const DAY_MS = 86_400_000;

/** Sets up the virtual cards that were issued since, activates those of orders, and takes open replacements further. Runs as a loop. */
export async function finishVirtualCards(ctx: Context): Promise<void> {
  for (const setup of await listWaitingSetups(ctx.db.system, BATCH_SIZE))
    await log(ctx, () => setUpCard(ctx, setup));
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  for (const card of await listBareCards(ctx.db.system, { since, max: BATCH_SIZE }))
    await log(ctx, () => activateCard(ctx, card));
  for (const { id } of await listOpenReplacements(ctx.db.system, BATCH_SIZE))
    await log(ctx, () => advanceReplacement(ctx, id));
}

/**
 * Takes a replacement as far as it goes now: once the block is confirmed and the new card is set up, the money leaves the
 * old card, and then arrives on the new one. Each movement has a request key of its own, so a repeat moves nothing twice.
 */
export async function advanceReplacement(ctx: Context, id: number): Promise<void> {
  const open = await findOpenReplacement(ctx.db.system, id);
  if (!open?.isBlocked || !open.isSetUp || !open.newCard) return;
  if (open.payoutId === null) return payOut(ctx, open);
  const payout = await findEnded(ctx.db.system, open.payoutId);
  if (!payout) return;
  if (payout.statusId !== OPERATION_STATUS.done) return end(ctx, id, payoutProblem(payout.reason));
  if (open.transferId === null) return transfer(ctx, open, open.newCard.id);
  const transferred = await findEnded(ctx.db.system, open.transferId);
  if (!transferred) return;
  const isDone = transferred.statusId === OPERATION_STATUS.done;
  return end(ctx, id, isDone ? null : transferProblem(transferred.reason));
}

/** A purchase may lower the balance meanwhile: then the movement is refused, and the next attempt reads it again. */
async function payOut(ctx: Context, open: Replacement): Promise<void> {
  const scope = mintCompanyScope(open.companyId);
  const { balance } = await readCard(ctx, scope, open.oldCard.id);
  const sum = kopecks(Math.max(0, balance));
  await updateReplacement(ctx.db.system, open.id, { moved: sum });
  if (sum === 0) return end(ctx, open.id, null);
  const request = toRequest(open, { part: 'payout', cardId: open.oldCard.id, sum });
  const { operationId } = await moveReplacementMoney(ctx, 'payout', request);
  await updateReplacement(ctx.db.system, open.id, { payoutId: operationId });
}

async function transfer(ctx: Context, open: Replacement, cardId: number): Promise<void> {
  const request = toRequest(open, { part: 'transfer', cardId, sum: kopecks(open.moved ?? 0) });
  try {
    const { operationId } = await moveReplacementMoney(ctx, 'transfer', request);
    await updateReplacement(ctx.db.system, open.id, { transferId: operationId });
  } catch (error) {
    // Maintenance ends by itself; too little money does not.
    if (!(error instanceof Refusal) || error.status === 503) throw error;
    await end(ctx, open.id, transferProblem(error.message));
  }
}

function toRequest(
  { id, companyId, userId }: Replacement,
  { part, cardId, sum }: { part: 'payout' | 'transfer'; cardId: number; sum: Kopecks },
) {
  const key = `replacement ${id}: ${part}`;
  const requestKey: RequestKey = {
    userId,
    key,
    call: 'replaceCard',
    bodyHash: hashSha256(key),
    earlier: null,
  };
  return { scope: mintCompanyScope(companyId), userId, cardId, sum, requestKey };
}

function payoutProblem(reason: string | null): string {
  return `Деньги остались на прежней карте: ${reason ?? 'сеть отказала'}. Выведите их на счёт сами`;
}

function transferProblem(reason: string | null): string {
  return `Деньги остались на счёте: ${reason ?? 'сеть отказала'}. Переведите их на новую карту сами`;
}

function end(ctx: Context, id: number, problem: string | null): Promise<void> {
  return endReplacement(ctx.db.system, id, { problem, now: ctx.clock.now() });
}

async function log(ctx: Context, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    ctx.log.warn({ err: error }, 'a virtual card waits for its next attempt');
  }
}
