import type { EndpointData } from '#contract/endpoint.ts';
import type { Rule } from '#contract/fleet/rule-values.ts';
import type { readTestRules as readTestRulesCall } from '#contract/companies/sandbox-office.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { maintainCardRules } from '../../fleet/rules/maintain-rules.ts';
import { presentCardRules } from '../../fleet/rules/present.ts';
import { setRules } from '../../fleet/rules/set-rules.ts';
import { showCardRules } from '../../fleet/rules/purchase/read-rules-of-cards.ts';
import { requireOwnSandbox, requireTestCard } from './sandbox.ts';

type TestRules = EndpointData<typeof readTestRulesCall>;

/**
 * Sets the rules of a card from the sandbox's own time, by which they are enforced. Refuses: 400 as `setRules`; 404 no
 * such card.
 */
export async function setTestRules(
  ctx: Context,
  input: { scope: CompanyScope; userId: number; cardId: number; rules: readonly Rule[] },
): Promise<TestRules> {
  const { scope, userId, cardId, rules } = input;
  const { clockAt: since } = await requireOwnSandbox(ctx, scope);
  await requireTestCard(ctx, scope, cardId);
  await setRules(ctx, { scope, userId, layer: 'card', subjectIds: [cardId], rules, since });
  await maintainCardRules(ctx, cardId);
  return readTestRules(ctx, scope, cardId);
}

/** Returns the rules with the purchases that could not be refused. Refuses with 404 if there is no such card. */
export async function readTestRules(ctx: Context, scope: CompanyScope, cardId: number): Promise<TestRules> {
  await requireOwnSandbox(ctx, scope);
  await requireTestCard(ctx, scope, cardId);
  const { rules, sentence, breaches } = presentCardRules(await showCardRules(ctx, scope, cardId));
  return { rules, sentence, breaches };
}
