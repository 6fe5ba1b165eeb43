import { sql, type RawBuilder } from 'kysely';
import type { SignalRuleKey } from '#contract/fleet/signal-rule.ts';
import { OPEN_STATES, VERDICTS } from '#contract/fleet/signals.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Filling, Finding } from './filling.ts';

export const IS_OPEN = sql`fleet_signal.state = any(${[...OPEN_STATES]}::text[])`;

export interface RuleCount {
  rule: SignalRuleKey;
  found: number;
  decided: number;
  wrong: number;
}

/** Counts for each rule its signals, the decided ones, and the false alarms. */
export function countByRule(db: Db, scope: CompanyScope): Promise<RuleCount[]> {
  return rows(
    db,
    sql<RuleCount>`
      select rule, count(*)::int as found, count(*) filter (where state = any(${[...VERDICTS]}::text[]))::int as decided,
        count(*) filter (where state = 'false')::int as wrong
      from fleet_signal where company_id = ${scope.companyId} group by rule`,
  );
}

/**
 * Counts the signals that wait for a verdict: the user's own, all, and the sum of these fillings, each counted once.
 */
export function countOpen(
  db: Db,
  scope: CompanyScope,
  userId: number,
): Promise<{ mine: number; all: number; fillings: number; stake: number }> {
  return getOnlyRow(
    db,
    sql<{ mine: number; all: number; fillings: number; stake: number }>`
      select coalesce(sum(mine), 0)::int as mine, coalesce(sum(every), 0)::int as all, count(*)::int as fillings, coalesce(sum(stake), 0)::float8 as stake
      from (
        select count(*) as every, count(*) filter (where owner_id = ${userId}) as mine, max(stake_kopecks) as stake
        from fleet_signal where company_id = ${scope.companyId} and ${IS_OPEN} group by operation_id
      ) as by_filling`,
  );
}

/**
 * Returns false when the signal is decided already. `assigned` leaves it new, because the assigned user still has to
 * take it.
 */
export async function takeSignal(
  tx: Db,
  scope: CompanyScope,
  { id, userId, assigned, filling }: { id: number; userId: number; assigned: boolean; filling: boolean },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update fleet_signal set state = ${assigned ? 'new' : 'owned'}, owner_id = ${userId}
      where company_id = ${scope.companyId} and state in ('new', 'owned')
        and ${matchFilling({ id, filling })} returning id`,
  );
  return row !== null;
}

/** Matches the signal, or all signals of its filling. */
function matchFilling({ id, filling }: { id: number; filling: boolean }): RawBuilder<unknown> {
  if (!filling) return sql`fleet_signal.id = ${id}`;
  return sql`fleet_signal.operation_id = (select named.operation_id from fleet_signal named where named.id = ${id} and named.company_id = fleet_signal.company_id)`;
}

/** Lists the signal, and with `filling` those of its filling that are open or have the same verdict. */
export async function listJudged(
  db: Db,
  scope: CompanyScope,
  { id, filling }: { id: number; filling: boolean },
): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select id from fleet_signal where company_id = ${scope.companyId} and ${matchFilling({ id, filling })}
        and (${IS_OPEN} or state = (select named.state from fleet_signal named where named.id = ${id})) order by id`,
  );
  return found.map((row) => row.id);
}

/** False when the company has no such signal. */
export async function decideSignal(
  tx: Db,
  scope: CompanyScope,
  input: { id: number; userId: number; verdict: (typeof VERDICTS)[number]; note: string; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update fleet_signal set state = ${input.verdict}, note = ${input.note}, decided_at = ${input.now},
        owner_id = coalesce(owner_id, ${input.userId})
      where id = ${input.id} and company_id = ${scope.companyId} returning id`,
  );
  return row !== null;
}

export interface NewSignal {
  id: number;
  rule: SignalRuleKey;
  card_id: number;
  evidence: string;
  sold_at: Date;
}

/** Writes what was found, each operation once for a rule, with the owner of its rule; returns what is new. */
export function insertSignals(
  tx: Db,
  scope: CompanyScope,
  { found, now }: { found: readonly (Finding & { rule: SignalRuleKey; filling: Filling })[]; now: Date },
): Promise<NewSignal[]> {
  return rows(
    tx,
    sql<NewSignal>`
      insert into fleet_signal (company_id, rule, operation_id, card_id, vehicle_id, confidence, evidence, sold_at, found_at,
        stake_kopecks, owner_id)
      select ${scope.companyId}::bigint, found.rule, operation_id, card_id, vehicle_id, confidence, evidence, sold_at,
        ${now}::timestamptz, stake, coalesce(choice.owner_id, duty.owner_id)
      from unnest(${found.map((item) => item.rule)}::text[], ${found.map((item) => item.operationId)}::bigint[],
        ${found.map((item) => item.filling.cardId)}::bigint[], ${found.map((item) => item.filling.vehicleId)}::bigint[],
        ${found.map((item) => item.confidence)}::smallint[], ${found.map((item) => item.evidence)}::text[],
        ${found.map((item) => item.filling.at)}::timestamptz[], ${found.map((item) => item.filling.sumKopecks)}::bigint[])
        as found (rule, operation_id, card_id, vehicle_id, confidence, evidence, sold_at, stake)
      left join signal_rule_choice choice on choice.company_id = ${scope.companyId} and choice.rule = found.rule
      left join signal_duty duty on duty.company_id = ${scope.companyId}
      on conflict (company_id, operation_id, rule) do nothing
      returning id::float8 as id, rule, card_id::float8 as card_id, evidence, sold_at`,
  );
}
