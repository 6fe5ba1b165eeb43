import { sql } from 'kysely';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { encodeBigints, toParameter } from '../../../db/parameter.ts';

export interface RuleCardRow {
  card_id: number;
  company_id: number;
  asked_by: number;
  /** Time of the last request for the rules. */
  asked_at: Date | null;
  /** Goods from before rules chose others, of cards whose goods were chosen before they were rules. Null once a user chooses. */
  goods_before: number[] | null;
  /** Parts that the network has refused: limit, goods. */
  refused: string[];
}

const COLUMNS = sql`card_id, company_id, asked_by, asked_at, goods_before, refused`;

/** Marks the company's cards that the rules are about as due: these cards, or all. */
export async function markDue(
  tx: Db,
  companyId: number,
  about: { cardIds: readonly number[] | null; userId: number; now: Date },
): Promise<void> {
  await sql`
    insert into rule_card (card_id, company_id, due_at, asked_by, asked_at)
    select id, company_id, ${about.now}::timestamptz, ${about.userId}, ${about.now}::timestamptz from card
    where company_id = ${companyId} and (${about.cardIds === null} or id = any(${[...(about.cardIds ?? [])]}::bigint[]))
    order by id
    on conflict (company_id, card_id) do update set due_at = excluded.due_at, asked_by = excluded.asked_by,
      asked_at = excluded.asked_at`.execute(tx);
}

/** Something has happened to these cards: they are due now. */
export async function markDueForCheck(tx: Db, cardIds: readonly number[], now: Date): Promise<void> {
  await sql`
    update rule_card set due_at = ${now} where card_id in (
      select card_id from rule_card where card_id = any(${encodeBigints(cardIds)}::bigint[]) order by card_id for update)`.execute(
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
      select card.id, card.company_id, layer.changed_by
      from rule_layer layer join card on card.company_id = layer.company_id and card.group_id = layer.subject_id
      where layer.layer = 'group' and not exists (select from rule_card where rule_card.card_id = card.id)
      union all
      select riding.card_id, riding.company_id, layer.changed_by
      from rule_layer layer join vehicle on vehicle.group_id = layer.subject_id and vehicle.company_id = layer.company_id
        join card_on_vehicle riding on riding.vehicle_id = vehicle.id and riding.until is null
      where layer.layer = 'group' and not exists (select from rule_card where rule_card.card_id = riding.card_id)
    ) come
    order by id limit 1000
    on conflict (company_id, card_id) do nothing`.execute(db);
}

/** Cards whose time has come, and those whose networks have answered. */
export function listDue(db: Db, now: Date, limit: number): Promise<{ card_id: number }[]> {
  return rows(
    db,
    sql<{ card_id: number }>`
      select card_id from (
        (select card_id, due_at from rule_card where due_at <= ${now} order by due_at limit ${limit})
        union all
        (select card_id, ${now}::timestamptz from rule_card where awaits and not exists (
          select from card_change choice where choice.card_id = rule_card.card_id and choice.state = 'waiting') limit ${limit})
      ) due group by card_id order by min(due_at) limit ${limit}`,
  );
}

export function findRuleCard(db: Db, cardId: number): Promise<RuleCardRow | null> {
  return firstRow(
    db,
    sql<RuleCardRow>`
      select ${COLUMNS} from rule_card where card_id = ${cardId}`,
  );
}

/** Returns null when it has no rules, or when another transaction has locked it and `wait` is false. */
export function lockRuleCard(tx: Db, cardId: number, wait = true): Promise<RuleCardRow | null> {
  return firstRow(
    tx,
    sql<RuleCardRow>`
      select ${COLUMNS} from rule_card where card_id = ${cardId} for update ${wait ? sql`` : sql`skip locked`}`,
  );
}

/** Stores what was done about a card's rules, and the time of the next check. */
export async function setDue(
  tx: Db,
  cardId: number,
  about: { dueAt: Date | null; problem: string | null; refused?: readonly string[] },
): Promise<void> {
  await sql`
    update rule_card set due_at = ${about.dueAt}, problem = ${about.problem},
      refused = coalesce(${about.refused ? [...about.refused] : null}::text[], refused),
      awaits = exists (select from card_change choice where choice.card_id = rule_card.card_id and choice.state = 'waiting')
    where card_id = ${cardId}`.execute(tx);
}

/** An answer of the card's network is awaited. */
export async function markAwaiting(tx: Db, cardId: number): Promise<void> {
  await sql`update rule_card set awaits = true where card_id = ${cardId}`.execute(tx);
}

/** Forgets the goods from before the rules, because a user has chosen others. */
export async function forgetGoodsBefore(tx: Db, cardId: number): Promise<void> {
  await sql`update rule_card set goods_before = null where card_id = ${cardId} and goods_before is not null`.execute(
    tx,
  );
}

/** Returns the time until which the card is open, or null when it is not. */
export async function findOpenUntil(
  db: Db,
  args: { companyId: number; cardId: number; at: Date },
): Promise<Date | null> {
  const [until = null] = await listOpenUntil(db, [args]);
  return until;
}

/** Lists until when several cards are open, each at its moment, in the order asked. */
export async function listOpenUntil(
  db: Db,
  args: readonly { companyId: number; cardId: number; at: Date }[],
): Promise<(Date | null)[]> {
  if (args.length === 0) return [];
  const found = await rows(
    db,
    sql<{ place: number; until: Date }>`
      select asked.place::int as place, max(opening.until) as until
      from unnest(${encodeBigints(args.map((item) => item.companyId))}::bigint[], ${encodeBigints(args.map((item) => item.cardId))}::bigint[],
        ${toParameter(args.map((item) => item.at))}::timestamptz[]) with ordinality as asked (company_id, card_id, at, place)
      join card_opening opening on opening.company_id = asked.company_id and opening.card_id = asked.card_id
        and opening.opened_at <= asked.at and opening.until > asked.at
      group by asked.place`,
  );
  const until = new Map(found.map((item) => [item.place, item.until]));
  return args.map((_, index) => until.get(index + 1) ?? null);
}

export async function insertOpening(
  tx: Db,
  about: { companyId: number; cardId: number; userId: number | null; now: Date; until: Date },
): Promise<void> {
  await sql`
    insert into card_opening (company_id, card_id, opened_at, opened_by, until)
    values (${about.companyId}, ${about.cardId}, ${about.now}, ${about.userId}, ${about.until})`.execute(tx);
}
