import { SIGNAL_RULE_KEYS } from '#contract/signal-rule.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { listFillings } from './filling-store.ts';
import { findBy } from './signal-rule.ts';

const MEMORY_MS = 92 * 86_400_000;
const EXAMPLES = 50;

/** What a rule would have told between two Moscow days, both included. Changes nothing. 404 for no such rule. */
export async function tryRule(
  ctx: Context,
  scope: CompanyScope,
  said: { key: string; from: string; to: string },
) {
  const key = SIGNAL_RULE_KEYS.find((one) => one === said.key);
  if (!key) throw notFound('Такого правила нет');
  const from = new Date(`${said.from}T00:00:00+03:00`);
  const to = new Date(`${said.to}T23:59:59.999+03:00`);
  const fillings = await ctx.db.inCompany(scope, (tx) =>
    listFillings(tx, scope, { from: new Date(from.getTime() - MEMORY_MS), to }),
  );
  const told = findBy(key, fillings)
    .filter(({ filling }) => filling.at >= from)
    .toSorted((one, other) => other.filling.at.getTime() - one.filling.at.getTime());
  return {
    looked_at: fillings.filter(({ at }) => at >= from).length,
    would_tell: told.length,
    examples: told.slice(0, EXAMPLES).map(({ filling, evidence, confidence }) => ({
      operation_id: filling.operationId,
      at: filling.at.toISOString(),
      card_id: filling.cardId,
      vehicle_id: filling.vehicleId,
      evidence,
      confidence,
    })),
  };
}
