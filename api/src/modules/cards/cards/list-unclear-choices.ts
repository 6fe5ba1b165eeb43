import { sql } from 'kysely';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import { mattersOf, MOST_MATTERS, type Matter, type MatterRow } from '../commands/matter.ts';
import type { ChangeRow } from './card-change-store.ts';
import type { CardChoice } from './card-change.ts';

/** A choice of goods or of a limit that the network was told about and has not answered. */
export interface UnclearChoice extends Matter {
  choice: Pick<CardChoice, 'kind' | 'wanted'>;
}

type ChosenRow = MatterRow & Pick<ChangeRow, 'kind' | 'wanted'>;

/**
 * Choices of all companies made before this moment. One that waits behind another is not listed: its network has not
 * heard of it.
 */
export async function listUnclearChoices(db: Db, chosenBefore: Date) {
  const found = await rows(
    db,
    sql<ChosenRow>`
      select change.id, change.created_at as since, change.kind, change.wanted, change.attempts,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, card.card_number, change.network_said as said, change.heard_at,
        count(*) over () as total
      from card_change change
      join company on company.id = change.company_id
      join card on card.id = change.card_id
      join partner on partner.id = card.partner_id and partner.id <> ${SANDBOX_NETWORK}
      where change.state = 'waiting' and change.attempts > 0 and change.created_at <= ${chosenBefore}
      order by change.created_at desc, change.id desc limit ${MOST_MATTERS}`,
  );
  return mattersOf(found, ({ kind, wanted }) => ({ choice: { kind, wanted } as UnclearChoice['choice'] }));
}
