import type { Db } from '../../../db/database.ts';
import type { HoldWord } from './card-hold.ts';
import { lockHeldCards, lockUnheldCards } from './card-hold-store.ts';
import { endHoldsOfCards } from './end-holds-of-cards.ts';
import { holdCards } from './hold-cards.ts';

/** So few that the money of the company is free again within moments. */
const AT_ONCE = 100;

/**
 * Brings some cards of a company to what its block demands: held while it is blocked, let go when it is not. A repeat
 * changes nothing. True when there may be more. The caller has locked the company's money.
 */
export async function keepCompanyCards(
  tx: Db,
  asked: { companyId: number; blocked: boolean; word: Omit<HoldWord, 'kind'> },
): Promise<boolean> {
  const about = { companyId: asked.companyId, kind: 'company', most: AT_ONCE } as const;
  const cards = await (asked.blocked ? lockUnheldCards(tx, about) : lockHeldCards(tx, about));
  if (cards.length === 0) return false;
  await (asked.blocked ? holdCards : endHoldsOfCards)(tx, cards, { ...asked.word, kind: 'company' });
  return cards.length === AT_ONCE;
}
