import { kopecks } from '#contract/kopecks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { updateShortfalls } from '../../cards/cards/cards.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import { postUnderLock } from '../../money/posting/post-under-lock.ts';
import { coverMoney } from './cover-money.ts';
import { fuelPlaces, countCovers, findShortCard, takeTurn, type ShortCard } from './sales.ts';

/**
 * Pays for fuel that was sold before its money reached the card in our books. A network sells by its own balance of a
 * card, and ours may be lower: the answer to a transfer is late, or a payout will be refused. Such fuel is paid by the
 * partner account or becomes debt. When money reaches the card after all, it pays for that fuel: first the debt, then
 * back to the partner account. Otherwise the company would pay twice, and the card would show money that cannot be
 * spent.
 */
export async function coverShortfall(ctx: Context, seen: ShortCard): Promise<void> {
  await ctx.db.inSystem(async (tx) => {
    // Sales of the same network change shortfalls too.
    await takeTurn(tx, seen.partnerId);
    const short = await findShortCard(tx, seen.id);
    if (!short) return;
    const { id, companyId, partnerId, shortfall } = short;
    await lockMoney(tx, [companyId], ctx.config.companyTimeoutMs);
    // Read after the wait: a day that ended meanwhile takes no more movements.
    const now = ctx.clock.now();
    const round = await countCovers(tx, id);
    const { card, debt, partner } = fuelPlaces({ companyId, cardId: id, partnerId });
    const good = await postUnderLock(tx, now, {
      needs: { places: [card, debt, partner] },
      decide(books) {
        const cover = coverMoney(shortfall, {
          card: books.account(card).balance,
          debt: books.account(debt).balance,
        });
        const subject = { kind: 'card', id } as const;
        const movements = cover.parts.map(({ account, amount }) => {
          const requestId = `card:${id}:cover:${round}:${account}`;
          const to = account === 'debt' ? debt : partner;
          return { requestId, kind: 'cover-purchase', from: card, to, amount, subject } as const;
        });
        if (!books.post(movements).ok) throw new Error(`the shortfall of card ${id} can’t be covered`);
        return cover.good;
      },
    });
    if (good <= 0) return;
    await updateShortfalls(tx, new Map([[id, kopecks(shortfall - good)]]));
    const [before, after] = [{ shortfallKopecks: shortfall }, { shortfallKopecks: shortfall - good }];
    const targets = [{ kind: 'card', id }];
    await recordEvent(tx, { at: now, what: 'shortfall-covered', companyId, targets, before, after });
  });
}
