import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { NETWORK_GOODS } from '../gateways/fuel-network/goods.ts';
import type { StoredRule } from '../modules/fleet/rules/purchase/decide.ts';
import { withGoods, withLimit } from '../modules/fleet/rules/limits/own-layer.ts';
import type { CompanyPlan, PlannedCard } from './plan.ts';

/** Writes the limits and goods of planned cards as their own layers of rules, which is what they are. */
export async function writeOwnRules(
  tx: Db,
  companyId: number,
  { cards, since }: CompanyPlan,
  { cardIds, userId }: { cardIds: readonly number[]; userId: number },
): Promise<void> {
  const own = cards
    .map((card, index) => ({ cardId: cardIds[index] as number, rules: rulesOfPlan(card, since) }))
    .filter(({ rules }) => rules.length > 0);
  const ids = own.map(({ cardId }) => cardId);
  await sql`
    insert into rule_layer (company_id, layer, subject_id, rules, changed_at, changed_by)
    select ${companyId}::bigint, 'card', id, rules::jsonb, ${since}::timestamptz, ${userId}::bigint
    from unnest(${ids}::bigint[], ${own.map(({ rules }) => JSON.stringify(rules))}::text[]) as planned (id, rules)`.execute(
    tx,
  );
  await sql`
    insert into rule_card (company_id, card_id, asked_by)
    select ${companyId}::bigint, id, ${userId}::bigint from unnest(${ids}::bigint[]) as planned (id)`.execute(
    tx,
  );
}

function rulesOfPlan({ limit, goodsIds }: PlannedCard, since: Date): StoredRule[] {
  const isWhole = NETWORK_GOODS.every(({ id }) => goodsIds.includes(id));
  const chosen = goodsIds.length === 0 || isWhole ? undefined : goodsIds;
  return withLimit(withGoods([], chosen, since), limit, { heldKind: null, since });
}
