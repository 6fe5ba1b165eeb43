import { sql } from 'kysely';
import {
  SIGNAL_RULE,
  type SignalRuleKey,
  SIGNAL_RULE_KEYS,
  type SignalAction,
} from '#contract/fleet/signal-rule.ts';
import { moscowTimeOfDay } from '../../../lib/money-format.ts';
import {
  distanceKm,
  findOutsideHours,
  findPrice,
  findRefunds,
  findImpossibleSpeed,
  findTooFrequent,
} from './course-rule.ts';
import { type Filling, type Finding, listFillings } from './filling.ts';
import { motorFuel, findDayTanks, findHabit, findOtherFuel, findOverTank } from './volume-rule.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { type Db, rows } from '../../../db/database.ts';
import { fieldRefusal, notFound } from '../../../errors.ts';
import { findDuty, listOwners, setChoice, setDuty } from './choice-store.ts';

/**
 * Finds fillings when the truck was further from the station than it can have driven between the time of its known
 * position and the filling. The older the position, the lower the confidence: from 97 to 60. The evidence gives the
 * distance and not the place: it stays, while positions are deleted after a week.
 */
function findFarApart(fillings: readonly Filling[]): Finding[] {
  const { leastKm, kmPerHour, minutes } = SIGNAL_RULE.apart.parameters;
  return motorFuel(fillings).flatMap(({ operationId, at, place, position }) => {
    if (!place || !position) return [];
    const gap = Math.abs(at.getTime() - position.at.getTime()) / 60_000;
    const km = distanceKm(place, position);
    if (gap > minutes || km <= leastKm + (kmPerHour * gap) / 60) return [];
    return [
      {
        operationId,
        confidence: Math.round(97 - (37 * gap) / minutes),
        evidence: `Машина в ${clock(position.at)} МСК была в ${Math.round(km)} км по прямой от АЗС, а заправили в ${clock(at)} МСК`,
      },
    ];
  });
}

const clock = (at: Date): string => moscowTimeOfDay(at).slice(0, 5);

/** Input of a rule: the fillings of one truck, or of one card without a truck, oldest first. */
type SignalRule = (fillings: readonly Filling[]) => Finding[];

/** Every rule by its key; what each is called, and by which figures it goes, is in the contract. */
const SIGNAL_RULES: Record<SignalRuleKey, SignalRule> = {
  'over-tank': findOverTank,
  'day-tanks': findDayTanks,
  'other-fuel': findOtherFuel,
  'too-fast': findImpossibleSpeed,
  'too-often': findTooFrequent,
  'outside-hours': findOutsideHours,
  price: findPrice,
  habit: findHabit,
  apart: findFarApart,
  refunds: findRefunds,
};

/** Fillings by truck, or by card where it was on none, each oldest first. */
function byTruck(fillings: readonly Filling[]): Filling[][] {
  const groups = new Map<string, Filling[]>();
  for (const filling of fillings) {
    const key = filling.vehicleId === null ? `card ${filling.cardId}` : `vehicle ${filling.vehicleId}`;
    const group = groups.get(key);
    if (group) group.push(filling);
    else groups.set(key, [filling]);
  }
  return [...groups.values()].map((group) =>
    group.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.operationId - b.operationId),
  );
}

/** Returns what one rule finds among the fillings of a company. */
export function findBySignalRule(
  key: SignalRuleKey,
  fillings: readonly Filling[],
): (Finding & { filling: Filling })[] {
  return byTruck(fillings).flatMap((group) => {
    const byId = new Map(group.map((filling) => [filling.operationId, filling]));
    return SIGNAL_RULES[key](group).flatMap((finding) => {
      const filling = byId.get(finding.operationId);
      return filling ? [{ ...finding, filling }] : [];
    });
  });
}

/** Sets the action of a rule, and its owner. 404 for no such rule; 400 for a user who may not own it. */
export async function setSignalRule(
  ctx: Context,
  scope: CompanyScope,
  input: { key: string; action: SignalAction; ownerId: number | null },
) {
  const key = SIGNAL_RULE_KEYS.find((signalRuleKey) => signalRuleKey === input.key);
  if (!key) throw notFound('Такого правила нет');
  const { action, ownerId } = input;
  await ctx.db.inCompany(scope, async (tx) => {
    if (ownerId !== null) await requireOwner(tx, scope, ownerId);
    const before = await setChoice(tx, scope, { rule: key, action, ownerId, now: ctx.clock.now() });
    recordChange(tx, {
      before: { rule: key, ...(before ?? { deed: 'tell', owner_id: null }) },
      after: { rule: key, deed: action, owner_id: ownerId },
    });
  });
  return { key, deed: action, owner_id: ownerId };
}

export async function setSignalOwner(ctx: Context, scope: CompanyScope, ownerId: number | null) {
  await ctx.db.inCompany(scope, async (tx) => {
    if (ownerId !== null) await requireOwner(tx, scope, ownerId);
    const before = await findDuty(tx, scope);
    await setDuty(tx, scope, ownerId);
    recordChange(tx, { before: { owner_id: before?.id ?? null }, after: { owner_id: ownerId } });
  });
  return { owner_id: ownerId };
}

/** Requires a user of this company who may change cards, because the owner of a signal decides it. */
export async function requireOwner(tx: Db, scope: CompanyScope, ownerId: number): Promise<void> {
  const people = await listOwners(tx, scope);
  if (!people.some((person) => person.id === ownerId))
    throw fieldRefusal('owner_id', 'Выберите сотрудника, который может менять карты');
}

/**
 * Lists companies that have trucks, are due since their last check, and have bought fuel since. Null means never
 * checked. A check reads three months of a company, so the more cards it has, the longer the pause: 10 s and 0.2 s a
 * card.
 */
export function listUncheckedCompanies(
  db: Db,
  { max, now }: { max: number; now: Date },
): Promise<{ company_id: number; looked_until: Date | null }[]> {
  return rows(
    db,
    sql<{ company_id: number; looked_until: Date | null }>`
      select fleet.company_id, reach.looked_until
      from (select distinct company_id from vehicle where removed_at is null) fleet
      left join fleet_signal_reach reach on reach.company_id = fleet.company_id
      where reach.looked_until is null or reach.looked_until + make_interval(secs => 10 + 0.2 * (
          select count(*) from card where card.company_id = fleet.company_id)) < ${now} and exists (
        select from operation where operation.company_id = fleet.company_id and operation.created_at >= reach.looked_until
      )
      order by reach.looked_until nulls first limit ${max}`,
  );
}

/**
 * Moves the checked position on from the start of this check. If another process has moved the position meanwhile
 * (`recheckSince`), it stays, and the next check begins there.
 */
export async function moveProgress(
  tx: Db,
  scope: CompanyScope,
  { from, until }: { from: Date | null; until: Date },
): Promise<void> {
  await sql`
    insert into fleet_signal_reach as reach (company_id, looked_until) values (${scope.companyId}, ${until})
    on conflict (company_id) do update set looked_until = excluded.looked_until
    where reach.looked_until = ${from}::timestamptz`.execute(tx);
}

const MEMORY_MS = 92 * 86_400_000;
const EXAMPLES = 50;

/**
 * Returns what a rule would have found between two Moscow days, both included. Changes nothing. 404 for no such rule.
 */
export async function tryRule(
  ctx: Context,
  scope: CompanyScope,
  input: { key: string; from: string; to: string },
) {
  const key = SIGNAL_RULE_KEYS.find((signalRuleKey) => signalRuleKey === input.key);
  if (!key) throw notFound('Такого правила нет');
  const from = new Date(`${input.from}T00:00:00+03:00`);
  const to = new Date(`${input.to}T23:59:59.999+03:00`);
  const fillings = await ctx.db.inCompany(scope, (tx) =>
    listFillings(tx, scope, { from: new Date(from.getTime() - MEMORY_MS), to }),
  );
  const matches = findBySignalRule(key, fillings)
    .filter(({ filling }) => filling.at >= from)
    .toSorted((a, b) => b.filling.at.getTime() - a.filling.at.getTime());
  return {
    looked_at: fillings.filter(({ at }) => at >= from).length,
    would_tell: matches.length,
    examples: matches.slice(0, EXAMPLES).map(({ filling, evidence, confidence }) => ({
      operation_id: filling.operationId,
      at: filling.at.toISOString(),
      card_id: filling.cardId,
      vehicle_id: filling.vehicleId,
      evidence,
      confidence,
    })),
  };
}
