import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { PartnerId } from '#contract/ids.ts';
import { firstRow, rows, type Db } from '../../db/database.ts';
import {
  tellIllegible,
  type CardList,
  type TellIllegible,
} from '../../gateways/fuel-network/tell-illegible.ts';
import type { Clock } from '../../lib/clock.ts';
import { isUnread } from './acknowledgement-store.ts';
import { mattersOf, MOST_UNCLEAR, type UnclearMatter, type UnclearRow } from './unclear-matter.ts';

/** An entry of a network's list of cards that can't be read, as the network wrote it. */
export interface IllegibleCard extends UnclearMatter {
  list: CardList;
  key: string;
  text: string;
  problem: string;
}

const TEXT_MAX_LENGTH = 4000;

/** Tells the log and keeps it for the staff's screen, shared by all processes; the reading itself goes on either way. */
export function keptIllegibleCards(
  db: Db,
  { partnerId, clock, log }: { partnerId: PartnerId; clock: Clock; log: Logger },
): TellIllegible {
  const logged = tellIllegible(log, partnerId);
  return async (records, of) => {
    await logged(records, of);
    await keepIllegibleCards(db, partnerId, { records, of, now: clock.now() }).catch((error: unknown) =>
      log.error({ err: error, partnerId }, 'illegible cards of a network were not kept'),
    );
  };
}

/** What stood in the list and reads well now is mended; what stands as it stood is left alone. */
async function keepIllegibleCards(
  db: Db,
  partnerId: PartnerId,
  told: { records: Parameters<TellIllegible>[0]; of: Parameters<TellIllegible>[1]; now: Date },
): Promise<void> {
  const { records, of, now } = told;
  const keys = records.map(({ key }) => key);
  await sql`
    update illegible_card set mended_at = ${now}
    where partner_id = ${partnerId} and list = ${of.list} and mended_at is null and key <> all(${keys}::text[])
      and (${of.covers === 'all'} or key = any(${of.covers === 'all' ? [] : of.covers}::text[]))`.execute(db);
  if (records.length === 0) return;
  await sql`
    insert into illegible_card as kept (partner_id, list, key, record, problem, seen_at)
    select distinct on (key) ${partnerId}::int, ${of.list}, key, record, problem, ${now}::timestamptz
    from unnest(${keys}::text[],
      ${records.map(({ text }) => text.slice(0, TEXT_MAX_LENGTH).toWellFormed().replaceAll('\0', ''))}::text[],
      ${records.map(({ problem }) => problem.toWellFormed().replaceAll('\0', ''))}::text[]) as said (key, record, problem)
    on conflict (partner_id, list, key) do update
      set record = excluded.record, problem = excluded.problem, seen_at = excluded.seen_at, mended_at = null
      where kept.mended_at is not null or kept.problem <> excluded.problem`.execute(db);
}

/** The company is that of the card, where the entry says which it is. */
export async function listIllegibleCards(db: Db) {
  const found = await rows(
    db,
    sql<UnclearRow & { list: CardList; key: string; record: string; problem: string }>`
      select kept.id, kept.seen_at as since, kept.list, kept.key, kept.record, kept.problem, 0 as attempts,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, card.card_number, null as said, null as heard_at, count(*) over () as total
      from illegible_card kept
      join partner on partner.id = kept.partner_id
      left join card on card.partner_id = kept.partner_id and card.card_number = kept.key
      left join company on company.id = card.company_id
      where kept.mended_at is null and ${isUnread('card', 'kept.id', 'kept.seen_at')}
      order by kept.id desc limit ${MOST_UNCLEAR}`,
  );
  return mattersOf(found, ({ list, key, record, problem }) => ({ list, key, text: record, problem }));
}

export function findIllegibleCard(db: Db, id: number) {
  return firstRow(
    db,
    sql<{ waits: boolean; company_id: number | null }>`
      select kept.mended_at is null and ${isUnread('card', 'kept.id', 'kept.seen_at')} as waits, card.company_id
      from illegible_card kept
      left join card on card.partner_id = kept.partner_id and card.card_number = kept.key
      where kept.id = ${id}`,
  );
}
