import { CARD_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { Refusal } from '../../../errors.ts';
import type { ChosenGoods, ChosenLimit } from '../../cards/cards/card-change.ts';
import { chooseGoods } from '../../cards/cards/choose-goods.ts';
import { chooseLimit } from '../../cards/cards/choose-limit.ts';
import { findRefusedChoices, type RefusedChoice } from '../../cards/cards/unclear-choices.ts';
import { assertNotInMaintenance } from '../../cards/cards/policy.ts';
import { lockOwnCard } from '../../cards/cards/cards.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { findGaps, isSameLimit, isSameSet, type Gaps } from './network-ability.ts';
import { readCardRules } from './read-rules-of-cards.ts';
import { findRuleCard, forgetGoodsBefore, markAwaiting } from './rule-card-store.ts';
import { lockRules } from './rule-store.ts';
import { takeBackRefused } from './take-back-refused.ts';

export interface Pushed {
  /** Sentence explaining why the network does not enforce the layers. Null when it does, or has been asked to. */
  problem: string | null;
  /** Parts that the network has refused since the last request for the rules. The portal guards them instead. */
  refused: ('limit' | 'goods')[];
  /** It could not be asked now: another attempt is due soon. */
  isLater: boolean;
}

const NOTHING: Pushed = { problem: null, refused: [], isLater: false };

/**
 * Asks the card's network to enforce the layers: one limit and the goods. Nothing is sent when it enforces them
 * already. A refused part is not sent again until the rules are set again.
 */
export async function pushRules(ctx: Context, cardId: number): Promise<Pushed> {
  const row = await findRuleCard(ctx.db.system, cardId);
  if (!row) return NOTHING;
  const scope = mintCompanyScope(row.company_id);
  await takeBackRefused(ctx, scope, cardId);
  const author = { scope, userId: row.asked_by, cardId };
  const at = ctx.clock.now();
  const known = await readCard(ctx, scope, cardId);
  if (known.statusId === CARD_STATUS.notSetUp) return NOTHING;
  try {
    return await ctx.db.inCompany(scope, async (tx) => {
      const before = await readCardRules(tx, scope, { cardId, at });
      if (isEmpty(findGaps(ctx, known, before, row.goods_before))) return NOTHING;
      // Another user may be changing them. The request uses the rules after that change.
      await lockRules(tx, scope.companyId);
      await markAwaiting(tx, cardId);
      const card = await lockOwnCard(tx, scope, cardId);
      const rules = await readCardRules(tx, scope, { cardId, at });
      const gaps = findGaps(ctx, card, rules, row.goods_before);
      const refused = await listRefused(tx, { cardId, gaps, since: row.asked_at });
      const kinds = refused.map(({ kind }) => kind);
      const limit = kinds.includes('limit') ? undefined : gaps.limit;
      const goods = kinds.includes('goods') ? undefined : gaps.goods;
      if (!isEmpty({ limit, goods })) await assertNotInMaintenance(ctx, card.partnerId);
      if (limit !== undefined) await chooseLimit(ctx, tx, author, limit);
      if (goods) {
        await chooseGoods(ctx, tx, author, goods);
        await forgetGoodsBefore(tx, cardId);
      }
      const reasons = refused.map(({ reason }) => `Сеть отказала: ${reason}`);
      return { problem: reasons[0] ?? null, refused: kinds, isLater: false };
    });
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message, refused: [], isLater: true };
    throw error;
  }
}

function isEmpty({ limit, goods }: { [Part in keyof Gaps]: Gaps[Part] | undefined }): boolean {
  return limit === undefined && goods === undefined;
}

/** Choices of just what is lacking that the network has refused since the rules were asked for. */
async function listRefused(
  tx: Parameters<typeof findRefusedChoices>[0],
  { cardId, gaps, since }: { cardId: number; gaps: Gaps; since: Date | null },
): Promise<RefusedChoice[]> {
  const all = await findRefusedChoices(tx, cardId);
  return all.filter((choice) => {
    if (since !== null && choice.createdAt < since) return false;
    return choice.kind === 'limit'
      ? gaps.limit !== undefined && isSameLimit(choice.wanted as ChosenLimit, gaps.limit)
      : gaps.goods !== undefined && isSameSet((choice.wanted as ChosenGoods).goodsIds, gaps.goods.goodsIds);
  });
}
