import { sql } from 'kysely';
import { SIGNAL_RULE_KEYS } from '#contract/fleet/signal-rule.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope, type CompanyScope } from '../../../db/company-scope.ts';
import { listChoices } from './choice-store.ts';
import { closeCards } from './close-cards.ts';
import { listFillings } from './filling.ts';
import { findBySignalRule, listUncheckedCompanies, moveProgress } from './signal-rules.ts';
import { insertSignals } from './signal-store.ts';
import type { Db } from '../../../db/database.ts';

/** Does some work for each of these companies. Where it fails the others do not wait for it; the first failure is thrown at the end. */
export async function visitCompanies<Due extends { company_id: number }>(
  { log }: Pick<Context, 'log'>,
  due: readonly Due[],
  work: (scope: CompanyScope, item: Due) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of due) {
    try {
      await work(mintCompanyScope(item.company_id), item);
    } catch (error) {
      log.error({ err: error, companyId: item.company_id }, 'what looks wrong could not be looked after');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

const DAY_MS = 86_400_000;
/** Range of time from which habits are read. */
const MEMORY_MS = 92 * DAY_MS;
/** Networks report sales late, so this much of the past is checked again. */
const REPEAT_INTERVAL_MS = 3 * DAY_MS;
/** Range of the past that is checked when a company starts. */
const FIRST_MS = 30 * DAY_MS;
const COMPANY_BATCH_SIZE = 20;

/** Checks what companies with trucks have bought since the last time. A repeated run finds each signal once. */
export async function findSignals(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const due = await listUncheckedCompanies(ctx.db.system, { max: COMPANY_BATCH_SIZE, now });
  await visitCompanies(ctx, due, (scope, item) => findCompanySignals(ctx, scope, item.looked_until));
}

async function findCompanySignals(
  ctx: Context,
  scope: CompanyScope,
  checkedUntil: Date | null,
): Promise<void> {
  const now = ctx.clock.now();
  const since = checkedUntil ? checkedUntil.getTime() - REPEAT_INTERVAL_MS : now.getTime() - FIRST_MS;
  const from = new Date(since - MEMORY_MS);
  await ctx.db.inSystem(async (tx) => {
    const fillings = await listFillings(tx, scope, { from, to: now });
    const found = SIGNAL_RULE_KEYS.flatMap((rule) =>
      findBySignalRule(rule, fillings)
        .filter(({ filling }) => filling.at.getTime() >= since)
        .map((finding) => ({ ...finding, rule })),
    );
    if (found.length > 0) {
      const fresh = await insertSignals(tx, scope, { found, now });
      await closeCards(ctx, tx, { scope, fresh, choices: await listChoices(tx, scope) });
    }
    await moveProgress(tx, scope, { from: checkedUntil, until: now });
  });
}

/** A filling is checked again when more is known of the time around it. */
const WINDOW_MINUTES = 30;

/** Marks the company's fillings since a moment for another check, because new data about that time is known. */
export async function recheckSince(tx: Db, scope: CompanyScope, since: Date): Promise<void> {
  await sql`
    update fleet_signal_reach set looked_until = least(looked_until, ${since}::timestamptz - make_interval(mins => ${WINDOW_MINUTES}))
    where company_id = ${scope.companyId}`.execute(tx);
}
