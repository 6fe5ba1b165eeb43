import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import type { KeptRule } from './decide.ts';
import type { ChosenPart } from './own-layer.ts';

/** A change of a card's own layer whose outcome at the network was not taken into the layer yet. */
export interface OpenChoice {
  changeId: number;
  kind: ChosenPart;
  state: 'waiting' | 'done' | 'refused' | 'superseded';
  after: KeptRule[];
  userId: number;
}

/** Oldest first. */
export function listOpenChoices(db: Db, companyId: number, cardId: number): Promise<OpenChoice[]> {
  return rows(
    db,
    sql<OpenChoice>`
      select change.id as "changeId", choice.kind, choice.state, change.after, change.changed_by as "userId"
      from rule_change change join card_change choice on choice.id = change.choice_id
      where change.company_id = ${companyId} and change.settled_at is null and choice.company_id = ${companyId}
        and choice.card_id = ${cardId} and change.layer = 'card'
        and change.subjects @> ${JSON.stringify([{ id: cardId }])}::jsonb
      order by change.id`,
  );
}

export async function markSettled(tx: Db, changeIds: readonly number[], now: Date): Promise<void> {
  await sql`update rule_change set settled_at = ${now} where id = any(${[...changeIds]}::bigint[])`.execute(
    tx,
  );
}
