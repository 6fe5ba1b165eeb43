import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { CardAuthor } from '../../cards/cards/choose-for-card.ts';
import type { KeptRule } from './decide.ts';
import { readCardRules, type CardRules } from './read-card-rules.ts';
import { forgetGoodsBefore, markAwaiting, markDue } from './rule-card-store.ts';
import { insertChange, lockRules, upsertLayers } from './rule-store.ts';

/** A change of a card's own layer that its network is told of at once. */
export interface OwnChange {
  /** The layer as it is to be. */
  rules(found: CardRules): KeptRule[];
  /** Stores what the network is to hold now; returns the choice's id. */
  choose(tx: Db, found: CardRules): Promise<number>;
  /** It sets a new card up. */
  setsUp?: boolean;
}

/**
 * Writes a card's own layer of rules together with the choice that tells its network, so that neither is there without the
 * other. Returns the choice's id, to wait for.
 */
export function changeOwnLayer(ctx: Context, author: CardAuthor, change: OwnChange): Promise<number> {
  const { scope, userId, cardId } = author;
  const now = ctx.clock.now();
  return ctx.db.inCompany(scope, async (tx) => {
    await lockRules(tx, scope.companyId);
    const found = await readCardRules(tx, scope, { cardId, at: now });
    const before = [...found.layers.card];
    const after = change.rules(found);
    const subjects = [{ id: cardId, rules: after }];
    await upsertLayers(tx, scope.companyId, { layer: 'card', subjects, userId, now });
    await markDue(tx, scope.companyId, { cardIds: [cardId], userId, now });
    await forgetGoodsBefore(tx, cardId);
    const choiceId = await change.choose(tx, await readCardRules(tx, scope, { cardId, at: now }));
    await markAwaiting(tx, cardId);
    await insertChange(tx, scope.companyId, {
      layer: 'card',
      subjects: [{ id: cardId, before, ...(change.setsUp && { setsUp: true }) }],
      after,
      setTitle: null,
      choiceId,
      userId,
      now,
    });
    return choiceId;
  });
}
