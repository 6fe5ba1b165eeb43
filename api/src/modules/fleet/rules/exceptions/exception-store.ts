import { sql, type RawBuilder } from 'kysely';
import type { ExceptionState } from '#contract/fleet/exceptions.ts';
import { BUDGET_KINDS, SPENDING_KINDS, type RuleKind } from '#contract/fleet/rule-values.ts';
import type { ExceptionTurn } from '#contract/fleet/exception-duty.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../../db/database.ts';
import { joinPrice, writeCost } from './purchase-cost.ts';
import type { Raises } from '../purchase/rule-kind.ts';

export interface ExceptionRow {
  id: number;
  card_id: number;
  card_number: string;
  decline_id: number | null;
  state: ExceptionState;
  reason: string;
  rules: RuleKind[];
  asks: string;
  raises: Raises;
  centilitres: number;
  sum_kopecks: number | null;
  plate: string | null;
  driver: string | null;
  station: string | null;
  goods_id: number | null;
  price_kopecks: number | null;
  cost_kopecks: number | null;
  asked_at: Date;
  /** Null when the portal has proposed it. */
  asked_by: string | null;
  owner: string | null;
  turn: ExceptionTurn;
  /** Name of the user whose turn it is. Null when there are several, or the turn is over. */
  awaited: string | null;
  due_at: Date;
  escalated_at: Date | null;
  until: Date | null;
  verdict_at: Date | null;
  verdict_reason: string | null;
  /** A newer request of the same card has ended it before its time. */
  is_replaced: boolean;
}

const person = (alias: string) => sql`
  nullif(concat_ws(' ', ${sql.ref(`${alias}.firstname`)}, ${sql.ref(`${alias}.lastname`)}), '')`;

interface ExceptionFilter {
  state?: ExceptionState | undefined;
  /** The truck that the cards are on now. */
  vehicleId?: number | undefined;
}

/** Condition on the rows of `rule_exception one`. */
function writeFilter(
  { companyId }: CompanyScope,
  { state, vehicleId }: ExceptionFilter,
): RawBuilder<unknown> {
  return sql`(${state ?? null}::text is null or one.state = ${state ?? null})
    and (${vehicleId ?? null}::bigint is null or one.card_id in (
      select riding.card_id from card_on_vehicle riding
      where riding.company_id = ${companyId} and riding.vehicle_id = ${vehicleId ?? null} and riding.until is null))`;
}

export function findExceptions(
  db: Db,
  scope: CompanyScope,
  args: ExceptionFilter & { id?: number; limit: number; offset: number },
): Promise<ExceptionRow[]> {
  return rows(
    db,
    sql<ExceptionRow>`
      select one.id, one.card_id, card.card_number, decline_id, state, one.reason, rules, asks, raises,
        centilitres::float8 as centilitres, sum_kopecks::float8 as sum_kopecks, asked_at, due_at, escalated_at, until,
        goods_id, price.kopecks::float8 as price_kopecks, ${writeCost()} as cost_kopecks, (
          select plate from card_on_vehicle riding join vehicle on vehicle.id = riding.vehicle_id
          where riding.company_id = one.company_id and riding.card_id = one.card_id and riding.until is null
          order by riding.since desc limit 1) as plate, (
          select string_agg(concat_ws(' ', holder.surname, holder.name), ', ' order by holder.id)
          from driver_on_card held join driver holder on holder.id = held.driver_id
          where held.company_id = one.company_id and held.card_id = one.card_id and held.until is null) as driver, (
          select station from decline where decline.id = one.decline_id and decline.company_id = one.company_id) as station,
        verdict_at, verdict_reason, turn,
        is_replaced, ${person('awaited')} as awaited,
        coalesce(nullif(concat_ws(' ', driver.surname, driver.name), ''), ${person('asker')},
          case when asked_by is not null then 'Сотрудник' end) as asked_by, ${person('judge')} as owner
      from rule_exception one join card on card.id = one.card_id
      ${joinPrice()}
      left join driver on driver.id = one.driver_id and driver.company_id = one.company_id
      left join app_user asker on asker.id = one.asked_by left join app_user judge on judge.id = one.verdict_by
      left join app_user awaited on awaited.id = one.owner_id
      where one.company_id = ${scope.companyId} and (${args.id ?? null}::bigint is null or one.id = ${args.id ?? null})
        and ${writeFilter(scope, args)}
      order by one.id desc limit ${args.limit} offset ${args.offset}`,
  );
}

export async function countExceptions(db: Db, scope: CompanyScope, filter: ExceptionFilter): Promise<number> {
  const { total } = await getOnlyRow(
    db,
    sql<{ total: number }>`
      select count(*)::int as total from rule_exception one
      where one.company_id = ${scope.companyId} and ${writeFilter(scope, filter)}`,
  );
  return total;
}

export async function hasOpenException(db: Db, companyId: number, cardId: number): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ id: number }>`
      select id from rule_exception where company_id = ${companyId} and card_id = ${cardId} and state = 'asked'`,
  );
  return row !== null;
}

export async function insertException(
  tx: Db,
  input: {
    companyId: number;
    state: 'proposed' | 'asked';
    cardId: number;
    declineId: number | null;
    reason: string;
    rules: readonly RuleKind[];
    asks: string;
    raises: Raises;
    goodsId: number | null;
    centilitres: number;
    sumKopecks: number | null;
    userId: number | null;
    driverId: number | null;
    now: Date;
    dueAt: Date;
    turn: ExceptionTurn;
    ownerId: number | null;
    secondId: number | null;
    dueMinutes: number;
  },
): Promise<number> {
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into rule_exception (company_id, card_id, decline_id, state, reason, rules, asks, raises, goods_id, centilitres, sum_kopecks,
        asked_at, asked_by, driver_id, due_at, turn, owner_id, second_id, due_minutes)
      values (${input.companyId}, ${input.cardId}, ${input.declineId}, ${input.state}, ${input.reason}, ${[...input.rules]}::text[], ${input.asks},
        ${JSON.stringify(input.raises)}::jsonb,
        ${input.goodsId}, ${input.centilitres}, ${input.sumKopecks}, ${input.now}, ${input.userId}::bigint, ${input.driverId}, ${input.dueAt},
        ${input.turn}, ${input.ownerId}::bigint, ${input.secondId}::bigint, ${input.dueMinutes})
      returning id`,
  );
  return id;
}

export type ClosedException = Pick<ExceptionRow, 'id' | 'state' | 'owner' | 'verdict_at' | 'is_replaced'>;

/** Lists those of these requests that wait for no answer any more. */
export function listClosed(db: Db, ids: readonly number[]): Promise<ClosedException[]> {
  return rows(
    db,
    sql<ClosedException>`
      select one.id, state, verdict_at, is_replaced, ${person('judge')} as owner
      from rule_exception one left join app_user judge on judge.id = one.verdict_by
      where one.id = any(${[...ids]}::bigint[]) and state not in ('asked', 'proposed')`,
  );
}

/** A sum named in the answer replaces the missing sum. */
const SUM_KINDS = [...SPENDING_KINDS, ...BUDGET_KINDS].filter((kind) => /^(together_)?sum/.test(kind));

/** Answers a waiting request. Null when the company has no such request, or another user was faster. */
export function answerException(
  tx: Db,
  companyId: number,
  input: {
    id: number;
    state: 'approved' | 'declined';
    userId: number;
    now: Date;
    until: Date | null;
    sumKopecks: number | null;
    reason: string | null;
  },
): Promise<{ card_id: number } | null> {
  return firstRow(
    tx,
    sql<{ card_id: number }>`
      update rule_exception set state = ${input.state}, verdict_at = ${input.now}, verdict_by = ${input.userId},
        verdict_reason = ${input.reason}, until = ${input.until}, sum_kopecks = coalesce(${input.sumKopecks}::bigint, sum_kopecks),
        raises = case when ${input.sumKopecks}::bigint is null then raises else raises - ${SUM_KINDS}::text[] end
      where id = ${input.id} and company_id = ${companyId} and state in ('asked', 'proposed') returning card_id`,
  );
}

export interface OverdueException {
  id: number;
  company_id: number;
  card_id: number;
  turn: ExceptionTurn;
  second_id: number | null;
  due_minutes: number;
}

/** Locks and lists the requests whose turn has passed without an answer, while there is a next user. */
export function listOverdue(tx: Db, { now, max }: { now: Date; max: number }): Promise<OverdueException[]> {
  return rows(
    tx,
    sql<OverdueException>`
      select id, company_id, card_id, turn, second_id, due_minutes from rule_exception
      where state = 'asked' and due_at <= ${now} and turn <> 'admins' order by id limit ${max} for update skip locked`,
  );
}

export async function passTurn(
  tx: Db,
  companyId: number,
  to: { id: number; turn: ExceptionTurn; ownerId: number | null; now: Date; dueAt: Date },
): Promise<void> {
  await sql`
    update rule_exception set turn = ${to.turn}, owner_id = ${to.ownerId}::bigint, due_at = ${to.dueAt},
      escalated_at = ${to.now}
    where id = ${to.id} and company_id = ${companyId}`.execute(tx);
}

/** Lapses proposals of the portal for a card, because only the last one is offered. */
export async function lapseProposals(tx: Db, companyId: number, cardId: number): Promise<void> {
  await sql`
    update rule_exception set state = 'lapsed', is_replaced = true
    where company_id = ${companyId} and card_id = ${cardId} and state = 'proposed'`.execute(tx);
}

/** Ends exceptions whose time is over, and requests that the admins have not answered for a day. */
export async function ageExceptions(tx: Db, now: Date): Promise<void> {
  await sql`
    update rule_exception set state = 'lapsed'
    where (state = 'approved' and until <= ${now}) or (state = 'proposed' and due_at <= ${now})`.execute(tx);
  await sql`
    update rule_exception set state = 'lapsed' where state = 'asked' and due_at <= ${now}::timestamptz - interval '1 day'`.execute(
    tx,
  );
}

export interface RefusedPurchase {
  cardId: number;
  at: Date;
  goodsId: number | null;
  centilitres: number;
  sumKopecks: number;
  station: string | null;
}

/** Returns the declined purchase, or null for another company's. */
export function findRefusedPurchase(
  db: Db,
  scope: CompanyScope,
  declineId: number,
): Promise<RefusedPurchase | null> {
  return firstRow(
    db,
    sql<RefusedPurchase>`
      select card_id as "cardId", at, goods_id as "goodsId", centilitres::float8 as centilitres,
        sum_kopecks::float8 as "sumKopecks", station
      from decline where id = ${declineId} and company_id = ${scope.companyId}`,
  );
}
