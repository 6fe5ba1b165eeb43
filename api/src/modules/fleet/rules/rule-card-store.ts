import { sql } from 'kysely';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { bigints, parameterOf } from '../../../db/parameter.ts';
import type { PushedLimit } from './network-ability.ts';

export interface RuleCardRow {
  card_id: number;
  company_id: number;
  asked_by: number;
  pushed_limit: PushedLimit | null;
  pushed_goods: number[] | null;
  goods_before: number[] | null;
}

/** Which cards of a company rules are about: these, or all of it. */
export async function markDue(
  tx: Db,
  companyId: number,
  about: { cardIds: readonly number[] | null; userId: number; now: Date },
): Promise<void> {
  await sql`
    insert into rule_card (card_id, company_id, due_at, asked_by)
    select id, company_id, ${about.now}::timestamptz, ${about.userId} from card
    where company_id = ${companyId} and (${about.cardIds === null} or id = any(${[...(about.cardIds ?? [])]}::bigint[]))
    order by id
    on conflict (company_id, card_id) do update set due_at = excluded.due_at, asked_by = excluded.asked_by`.execute(
    tx,
  );
}

/** Something has happened to these cards: they are due now. */
export async function lookAgain(tx: Db, cardIds: readonly number[], now: Date): Promise<void> {
  await sql`
    update rule_card set due_at = ${now} where card_id in (
      select card_id from rule_card where card_id = any(${bigints(cardIds)}::bigint[]) order by card_id for update)`.execute(
    tx,
  );
}

/** Cards that came after the rules of their company, or to a group of trucks that has rules. */
export async function addNewCards(db: Db, now: Date): Promise<void> {
  await sql`
    insert into rule_card (card_id, company_id, due_at, asked_by)
    select id, company_id, ${now}::timestamptz, changed_by from (
      select card.id, card.company_id, layer.changed_by
      from rule_layer layer join card on card.company_id = layer.company_id
      where layer.layer = 'profile' and not exists (select from rule_card where rule_card.card_id = card.id)
      union all
      select riding.card_id, riding.company_id, layer.changed_by
      from rule_layer layer join vehicle on vehicle.group_id = layer.subject_id and vehicle.company_id = layer.company_id
        join card_on_vehicle riding on riding.vehicle_id = vehicle.id and riding.until is null
      where layer.layer = 'group' and not exists (select from rule_card where rule_card.card_id = riding.card_id)
    ) come
    order by id limit 1000
    on conflict (company_id, card_id) do nothing`.execute(db);
}

export function listDue(db: Db, now: Date, most: number): Promise<{ card_id: number }[]> {
  return rows(
    db,
    sql<{ card_id: number }>`
      select card_id from rule_card where due_at <= ${now} order by due_at limit ${most}`,
  );
}

export function findRuleCard(db: Db, cardId: number): Promise<RuleCardRow | null> {
  return firstRow(
    db,
    sql<RuleCardRow>`
      select card_id, company_id, asked_by, pushed_limit, pushed_goods, goods_before from rule_card
      where card_id = ${cardId}`,
  );
}

/** Null: it has no rules, or somebody else is at it and `wait` is false. */
export function lockRuleCard(tx: Db, cardId: number, wait = true): Promise<RuleCardRow | null> {
  return firstRow(
    tx,
    sql<RuleCardRow>`
      select card_id, company_id, asked_by, pushed_limit, pushed_goods, goods_before from rule_card
      where card_id = ${cardId} for update ${wait ? sql`` : sql`skip locked`}`,
  );
}

export async function setDue(
  tx: Db,
  cardId: number,
  about: { dueAt: Date | null; problem: string | null },
): Promise<void> {
  await sql`
    update rule_card set due_at = ${about.dueAt}, problem = ${about.problem} where card_id = ${cardId}`.execute(
    tx,
  );
}

export async function notePushedLimit(db: Db, cardId: number, limit: PushedLimit | null): Promise<void> {
  await sql`
    update rule_card set pushed_limit = ${limit && JSON.stringify(limit)}::jsonb where card_id = ${cardId}`.execute(
    db,
  );
}

export async function notePushedGoods(
  db: Db,
  cardId: number,
  about: { goods: readonly number[] | null; before: readonly number[] | null },
): Promise<void> {
  await sql`
    update rule_card set pushed_goods = ${about.goods && [...about.goods]}::int[],
      goods_before = ${about.before && [...about.before]}::int[]
    where card_id = ${cardId}`.execute(db);
}

/** Until when the card is open; null: it is not. */
export async function findOpenUntil(
  db: Db,
  asked: { companyId: number; cardId: number; at: Date },
): Promise<Date | null> {
  const [until = null] = await listOpenUntil(db, [asked]);
  return until;
}

/** The same of several cards, each at its moment, in the order asked. */
export async function listOpenUntil(
  db: Db,
  asked: readonly { companyId: number; cardId: number; at: Date }[],
): Promise<(Date | null)[]> {
  if (asked.length === 0) return [];
  const found = await rows(
    db,
    sql<{ place: number; until: Date }>`
      select asked.place::int as place, max(opening.until) as until
      from unnest(${bigints(asked.map((one) => one.companyId))}::bigint[], ${bigints(asked.map((one) => one.cardId))}::bigint[],
        ${parameterOf(asked.map((one) => one.at))}::timestamptz[]) with ordinality as asked (company_id, card_id, at, place)
      join card_opening opening on opening.company_id = asked.company_id and opening.card_id = asked.card_id
        and opening.opened_at <= asked.at and opening.until > asked.at
      group by asked.place`,
  );
  const until = new Map(found.map((one) => [one.place, one.until]));
  return asked.map((_, index) => until.get(index + 1) ?? null);
}

export async function insertOpening(
  tx: Db,
  about: { companyId: number; cardId: number; userId: number | null; now: Date; until: Date },
): Promise<void> {
  await sql`
    insert into card_opening (company_id, card_id, opened_at, opened_by, until)
    values (${about.companyId}, ${about.cardId}, ${about.now}, ${about.userId}, ${about.until})`.execute(tx);
}
