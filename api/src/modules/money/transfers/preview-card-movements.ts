import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { MovementAim } from '#contract/money/many-movements.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { listMaintenance } from '../../programme/maintenance/maintenance.ts';
import { availableFunds, type Balances } from '../posting/balances.ts';
import { findBalances } from '../posting/find-balances.ts';
import type { CardDirection } from './card-movement.ts';
import { listMovableCards } from './movable-card-store.ts';
import { listSubject, sumLines, type MovementLine } from './movement-list.ts';
import { previewMovement, type MovableCard, type Outlook } from './movement-outlook.ts';

interface PreviewedLine extends Outlook {
  cardId: number;
  /** Null if the card is not one of the company's. */
  card: MovableCard | null;
}

export interface MovementsPreview {
  lines: PreviewedLine[];
  cards: number;
  total: Kopecks;
  /** Amount that can be moved from the account now, and the amount afterwards, which is null if there is too little. */
  available: { now: Kopecks; after: Kopecks | null };
  /** Subject that the code is requested with, or null if nothing would move. */
  subject: string | null;
}

/** Previews what `moveManyCards` would do in the present state. It only reads; the request decides again. */
export async function previewCardMovements(
  ctx: Context,
  args: { scope: CompanyScope; aim: MovementAim; lines: readonly MovementLine[] },
  direction: CardDirection,
): Promise<MovementsPreview> {
  const toCard = direction.purpose === 'transfer';
  const { scope, aim } = args;
  const ids = args.lines.map((line) => line.cardId);
  const [cards, balances, maintenance] = await ctx.db.inCompany(scope, async (tx) => [
    await listMovableCards(tx, scope, ids),
    await findBalances(tx, scope),
    await listMaintenance(tx, ctx.clock.now()),
  ]);
  const lines = args.lines.map(({ cardId, sum }): PreviewedLine => {
    const card = cards.get(cardId);
    if (!card) return { cardId, card: null, ...refused('Карта не найдена', kopecks(0)) };
    const closed = maintenance.get(0) ?? maintenance.get(card.partnerId);
    if (closed !== undefined) return { cardId, card, ...refused(closed, card.balance) };
    return { cardId, card, ...previewMovement(card, { toCard, aim, sum }) };
  });
  const moving = lines.filter((line) => line.outcome === 'moves');
  const total = sumLines(moving);
  return {
    lines,
    cards: moving.length,
    total,
    available: { now: availableFunds(balances), after: availableAfter(balances, total, toCard) },
    subject: moving.length > 0 ? listSubject(direction, moving) : null,
  };
}

function availableAfter(balances: Balances, total: Kopecks, toCard: boolean): Kopecks | null {
  if (toCard && total > availableFunds(balances)) return null;
  const unallocated = kopecks(balances.unallocated + (toCard ? -total : total));
  return availableFunds({ ...balances, unallocated });
}

function refused(message: string, after: Kopecks): Outlook {
  return { outcome: 'refused', message, sum: kopecks(0), repays: kopecks(0), after };
}
