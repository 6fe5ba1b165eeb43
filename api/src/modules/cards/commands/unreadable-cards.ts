import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type PartnerId, SANDBOX_NETWORK } from '#contract/ids.ts';
import { type Db, firstRow, rows } from '../../../db/database.ts';
import {
  logUnreadableCards,
  type ReportUnreadable,
  type CardList,
} from '../../../gateways/fuel-network/log-unreadable-cards.ts';
import type { Clock } from '../../../lib/clock.ts';
import { isUnread } from './operations.ts';
import { toCases, MAX_CASES, type CaseRow, type Acknowledgeable, type CaseKind } from './cases.ts';
import { describeUnreadableRecord } from './unreadable-problem.ts';
import { listDescribed } from './network-health.ts';

const TEXT_MAX_LENGTH = 4000;

/**
 * Logs unreadable cards and saves them for the staff's screen, shared by all processes. The reading itself goes on
 * either way.
 */
export function makeUnreadableCardReporter(
  db: Db,
  { partnerId, clock, log }: { partnerId: PartnerId; clock: Clock; log: Logger },
): ReportUnreadable {
  const logged = logUnreadableCards(log, partnerId);
  return async (records, of) => {
    await logged(records, of);
    await storeUnreadableCards(db, partnerId, { records, of, now: clock.now() }).catch((error: unknown) =>
      log.error({ err: error, partnerId }, 'illegible cards of a network were not kept'),
    );
  };
}

/** An entry of the list that is now readable is fixed. An unchanged entry is left alone. */
async function storeUnreadableCards(
  db: Db,
  partnerId: PartnerId,
  reading: { records: Parameters<ReportUnreadable>[0]; of: Parameters<ReportUnreadable>[1]; now: Date },
): Promise<void> {
  const { records, of, now } = reading;
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
      ${records.map(({ problem }) => problem.toWellFormed().replaceAll('\0', ''))}::text[]) as input (key, record, problem)
    on conflict (partner_id, list, key) do update
      set record = excluded.record, problem = excluded.problem, seen_at = excluded.seen_at, mended_at = null
      where kept.mended_at is not null or kept.problem <> excluded.problem`.execute(db);
}

function findUnreadableCard(db: Db, id: number) {
  return firstRow(
    db,
    sql<{ waits: boolean; company_id: number | null }>`
      select kept.mended_at is null and ${isUnread('card', 'kept.id', 'kept.seen_at')} as waits, card.company_id
      from illegible_card kept
      left join card on card.partner_id = kept.partner_id and card.card_number = kept.key
      where kept.id = ${id}`,
  );
}

/** Takes the company from the card, when the entry names the card. */
async function listUnreadableCards(db: Db) {
  const found = await rows(
    db,
    sql<CaseRow & { list: CardList; key: string; record: string; problem: string }>`
      select kept.id, kept.seen_at as since, kept.list, kept.key, kept.record, kept.problem, 0 as attempts,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, card.card_number, null as said, null as heard_at, count(*) over () as total
      from illegible_card kept
      join partner on partner.id = kept.partner_id and partner.id <> ${SANDBOX_NETWORK}
      left join card on card.partner_id = kept.partner_id and card.card_number = kept.key
      left join company on company.id = card.company_id
      where kept.mended_at is null and ${isUnread('card', 'kept.id', 'kept.seen_at')}
      order by kept.id desc limit ${MAX_CASES}`,
  );
  return toCases(found, ({ list, key, record, problem }) => ({ list, key, text: record, problem }));
}

/** «Нечитаемые карты»: an entry of a network's list of cards that can't be read. */
export const unreadableCardCase = {
  list: listDescribed(listUnreadableCards, (illegibleCard) => ({
    asked: TITLE[illegibleCard.list],
    ...describeUnreadableRecord(illegibleCard),
    deeds: ['acknowledge'],
  })),
  findUnread: findUnreadableCard,
} satisfies CaseKind & Acknowledgeable;

const TITLE: Record<CardList, string> = {
  cards: 'Карта в списке сети',
  purses: 'Кошелёк карты в списке сети',
  wallets: 'Кошелёк карты в списке сети',
  limits: 'Лимит в списке сети',
  restrictions: 'Услуги карты в списке сети',
};
