import { SIGNAL_RULE_KEYS } from '#contract/signal-rule.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { listChoices } from './choice-store.ts';
import { closeCards } from './close-cards.ts';
import { listFillings } from './filling-store.ts';
import { findBy } from './signal-rule.ts';
import { listUnlooked, moveReach } from './signal-reach-store.ts';
import { insertSignals } from './signal-store.ts';
import { visitCompanies } from './visit-companies.ts';

const DAY_MS = 86_400_000;
/** What habits are read from. */
const MEMORY_MS = 92 * DAY_MS;
/** Networks tell sales late: so far back is looked again. */
const AGAIN_MS = 3 * DAY_MS;
/** How much of the past is told when a company begins. */
const FIRST_MS = 30 * DAY_MS;
const COMPANIES_AT_ONCE = 20;

/** Looks at what companies with trucks have bought since the last time. Run twice, it finds each thing once. */
export async function lookForSignals(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const due = await listUnlooked(ctx.db.system, { most: COMPANIES_AT_ONCE, now });
  await visitCompanies(ctx, due, (scope, one) => lookAtCompany(ctx, scope, one.looked_until));
}

async function lookAtCompany(ctx: Context, scope: CompanyScope, lookedUntil: Date | null): Promise<void> {
  const now = ctx.clock.now();
  const since = lookedUntil ? lookedUntil.getTime() - AGAIN_MS : now.getTime() - FIRST_MS;
  const from = new Date(since - MEMORY_MS);
  await ctx.db.inSystem(async (tx) => {
    const fillings = await listFillings(tx, scope, { from, to: now });
    const found = SIGNAL_RULE_KEYS.flatMap((rule) =>
      findBy(rule, fillings)
        .filter(({ filling }) => filling.at.getTime() >= since)
        .map((finding) => ({ ...finding, rule })),
    );
    if (found.length > 0) {
      const fresh = await insertSignals(tx, scope, { found, now });
      await closeCards(ctx, tx, { scope, fresh, choices: await listChoices(tx, scope) });
    }
    await moveReach(tx, scope, { from: lookedUntil, until: now });
  });
}
