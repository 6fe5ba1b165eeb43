import type { Kopecks } from '#contract/kopecks.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { AccountPlace } from '../../money/ledger/account.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import type { MoneyBooks } from '../../money/posting/deed.ts';
import { postUnderLock } from '../../money/posting/post-under-lock.ts';
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
  await lockMoney(tx, [card.companyId], ctx.config.companyPatienceMs);
  // Read after the wait: a day that ended meanwhile takes no more movements.
  const now = ctx.clock.now();
  const round = await countCovers(tx, card.id);
  const places = placesOf(card);
  const good = await postUnderLock(tx, now, Object.values(places), (books) =>
    coverCard(books, { card, round, places }),
  );
  if (good > 0) await updateShortfalls(tx, new Map([[card.id, kopecks(card.shortfall - good)]]));
}

type Places = Record<'card' | 'debt' | 'partner', AccountPlace>;

function placesOf({ id: cardId, companyId, partnerId }: ShortCard): Places {
  return {
    card: { companyId, kind: 'card', cardId },
    debt: { companyId, kind: 'debt', partnerId },
    partner: { companyId, kind: 'partner', partnerId },
  };
}

/** How much the card could make good: first of the debt, then to the partner account. */
function coverCard(
  books: MoneyBooks,
  { card, round, places }: { card: ShortCard; round: number; places: Places },
): Kopecks {
  const good = kopecks(Math.max(0, Math.min(card.shortfall, books.account(places.card).balance)));
  const toDebt = kopecks(Math.max(0, Math.min(good, -books.account(places.debt).balance)));
  const parts = [
    { to: 'debt' as const, amount: toDebt },
    { to: 'partner' as const, amount: kopecks(good - toDebt) },
  ].filter(({ amount }) => amount > 0);
  const posting = books.post(
    parts.map(({ to, amount }) => ({
      requestId: `card:${card.id}:cover:${round}:${to}`,
      kind: 'cover-purchase',
      from: places.card,
      to: places[to],
      amount,
      subject: { kind: 'card', id: card.id },
    })),
  );
  if (!posting.ok) throw new Error(`the shortfall of card ${card.id} can’t be covered`);
  return good;
}
