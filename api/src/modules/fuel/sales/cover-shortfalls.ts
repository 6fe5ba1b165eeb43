import type { Kopecks } from '#contract/kopecks.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { LockedAccount, Transfer } from '../../money/ledger/account.ts';
import { listAccounts } from '../../money/ledger/list-accounts.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import { requireAccounts } from '../../money/ledger/require-accounts.ts';
import { postTransfers } from '../../money/ledger/post-transfers.ts';
import { countCovers, findShortCard, listCoverableCards, takeTurn, type ShortCard } from './sale-store.ts';
import { updateShortfalls } from '../../cards/cards/update-shortfalls.ts';

const AT_ONCE = 200;

/**
 * Pays for fuel that was sold before its money reached the card in our books. A network sells by its own balance of a
 * card, and ours may be lower: a transfer's answer is late, or a payout is going to be refused. Such fuel is paid by
 * the partner account or becomes debt. When money has come to the card after all, it pays for that fuel: first the
 * debt, then back to the partner account. Otherwise the company would pay twice, and the card would show money that
 * nobody can spend. Each card on its own: one that cannot be covered does not hold up the others.
 */
export async function coverShortfalls(ctx: Context): Promise<void> {
  for (const card of await listCoverableCards(ctx.db.system, AT_ONCE)) {
    await ctx.db
      .inSystem((tx) => cover(ctx, tx, card))
      .catch((error: unknown) =>
        ctx.log.error({ err: error, cardId: card.id }, 'the shortfall of a card can’t be covered'),
      );
  }
}

async function cover(ctx: Context, tx: Db, seen: ShortCard): Promise<void> {
  // Sales of the same network change shortfalls too.
  await takeTurn(tx, seen.partnerId);
  const card = await findShortCard(tx, seen.id);
  if (!card) return;
  const { companyId, partnerId, shortfall } = card;
  const ids = await requireAccounts(tx, [
    { companyId, kind: 'card', cardId: card.id },
    { companyId, kind: 'debt', partnerId },
    { companyId, kind: 'partner', partnerId },
  ]);
  await lockMoney(tx, [companyId], ctx.config.companyPatienceMs);
  // Read after the wait: a day that ended meanwhile takes no more movements.
  const now = ctx.clock.now();
  const locked = await listAccounts(tx, ids);
  const [own, debt, partner] = ids.map((id) => locked.get(id)) as [
    LockedAccount,
    LockedAccount,
    LockedAccount,
  ];
  const good = kopecks(Math.max(0, Math.min(shortfall, own.balance)));
  const toDebt = kopecks(Math.max(0, Math.min(good, 0 - debt.balance)));
  const round = await countCovers(tx, card.id);
  const transfers = [
    ...transferOf(card, round, { name: 'debt', from: own, to: debt, amount: toDebt }),
    ...transferOf(card, round, { name: 'partner', from: own, to: partner, amount: kopecks(good - toDebt) }),
  ];
  if (transfers.length === 0) return;
  const [posting] = await postTransfers(tx, now, [transfers]);
  if (!posting?.ok) throw new Error(`the shortfall of card ${card.id} can’t be covered`);
  await updateShortfalls(tx, new Map([[card.id, kopecks(shortfall - good)]]));
}

function transferOf(
  card: ShortCard,
  round: number,
  part: { name: string; from: LockedAccount; to: LockedAccount; amount: Kopecks },
): Transfer[] {
  if (part.amount === 0) return [];
  return [
    {
      requestId: `card:${card.id}:cover:${round}:${part.name}`,
      kind: 'cover-purchase',
      companyId: card.companyId,
      fromAccountId: part.from.id,
      toAccountId: part.to.id,
      amount: part.amount,
      subject: { kind: 'card', id: card.id },
    },
  ];
}
