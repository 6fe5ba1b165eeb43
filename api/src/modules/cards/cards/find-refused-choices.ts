import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import type { CardChoice } from './card-change.ts';

export type RefusedChoice = Pick<CardChoice, 'kind' | 'wanted'> & { reason: string; createdAt: Date };

/** The card's last choices of goods and of a limit, where its network has refused them. */
export async function findRefusedChoices(db: Db, cardId: number): Promise<RefusedChoice[]> {
  const found = await rows(
    db,
    sql<RefusedChoice & { state: string }>`
      select last.kind, last.wanted, coalesce(last.reason, '') as reason, last.created_at as "createdAt", last.state
      from unnest(array['goods', 'limit']) as kinds (kind)
      cross join lateral (
        select kind, wanted, reason, created_at, state from card_change
        where card_change.card_id = ${cardId} and card_change.kind = kinds.kind and state <> 'superseded'
        order by id desc limit 1
      ) last`,
  );
  return found.flatMap(({ state, ...choice }) => (state === 'refused' ? [choice] : []));
}
