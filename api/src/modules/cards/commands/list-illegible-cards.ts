import { sql } from 'kysely';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { CardList } from '../../../gateways/fuel-network/tell-illegible.ts';
import { isUnread } from './is-unread.ts';
import { mattersOf, MOST_MATTERS, type Matter, type MatterRow } from './matter.ts';

/** An entry of a network's list of cards that can't be read, as the network wrote it. */
export interface IllegibleCard extends Matter {
  list: CardList;
  key: string;
  text: string;
  problem: string;
}

/** The company is that of the card, where the entry says which it is. */
export async function listIllegibleCards(db: Db) {
  const found = await rows(
    db,
    sql<MatterRow & { list: CardList; key: string; record: string; problem: string }>`
      select kept.id, kept.seen_at as since, kept.list, kept.key, kept.record, kept.problem, 0 as attempts,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, card.card_number, null as said, null as heard_at, count(*) over () as total
      from illegible_card kept
      join partner on partner.id = kept.partner_id and partner.id <> ${SANDBOX_NETWORK}
      left join card on card.partner_id = kept.partner_id and card.card_number = kept.key
      left join company on company.id = card.company_id
      where kept.mended_at is null and ${isUnread('card', 'kept.id', 'kept.seen_at')}
      order by kept.id desc limit ${MOST_MATTERS}`,
  );
  return mattersOf(found, ({ list, key, record, problem }) => ({ list, key, text: record, problem }));
}
