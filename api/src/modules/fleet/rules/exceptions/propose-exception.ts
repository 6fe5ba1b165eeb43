import type { Db } from '../../../../db/database.ts';
import { mintCompanyScope } from '../../../../db/company-scope.ts';
import { hasOpenException, insertException, lapseProposals } from './exception-store.ts';
import { weighPurchase, type WeighedPurchase } from '../purchase/weigh-purchase.ts';

/** A declined purchase is offered for this time. Later no driver waits at that pump. */
const OFFERED_MS = 24 * 3_600_000;

/**
 * After a decline by a rule, proposes the exception that would have let exactly this purchase pass. There is one for a
 * card at a time, and none while a request waits for an answer. Returns its id, or null when the rules do not decline
 * it, or it is requested already.
 */
export async function proposeException(
  tx: Db,
  refused: WeighedPurchase & { declineId: number; now: Date },
): Promise<number | null> {
  const { card, declineId, goodsId, centilitres, sumKopecks, now } = refused;
  const { companyId } = card;
  if (centilitres <= 0 || (await hasOpenException(tx, companyId, card.id))) return null;
  const obstacles = await weighPurchase(tx, mintCompanyScope(companyId), refused);
  if (!obstacles) return null;
  await lapseProposals(tx, companyId, card.id);
  return insertException(tx, {
    companyId,
    state: 'proposed',
    cardId: card.id,
    declineId,
    reason: 'Предложено порталом после отказа',
    rules: obstacles.rules,
    asks: obstacles.asks,
    raises: obstacles.raises,
    goodsId,
    centilitres,
    sumKopecks,
    userId: null,
    driverId: null,
    now,
    dueAt: new Date(now.getTime() + OFFERED_MS),
    turn: 'anybody',
    ownerId: null,
    secondId: null,
    dueMinutes: OFFERED_MS / 60_000,
  });
}
