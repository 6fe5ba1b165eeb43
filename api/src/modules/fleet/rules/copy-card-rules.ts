import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { findLayer, insertChange, lockRules, upsertLayers } from './rule-store.ts';
import { markSubjectsDue } from './set-rules.ts';

/**
 * Gives a card the own rules of another card of the company, with the moments since which they count. A card without own
 * rules gives none. The caller has found both cards to be the company's.
 */
export async function copyCardRules(
  ctx: Context,
  { scope, userId, fromId, toId }: { scope: CompanyScope; userId: number; fromId: number; toId: number },
): Promise<void> {
  const now = ctx.clock.now();
  const { companyId } = scope;
  await ctx.db.inCompany(scope, async (tx) => {
    await lockRules(tx, companyId);
    const rules = await findLayer(tx, companyId, { layer: 'card', subjectId: fromId });
    if (rules.length === 0) return;
    const before = await findLayer(tx, companyId, { layer: 'card', subjectId: toId });
    await upsertLayers(tx, companyId, { layer: 'card', subjects: [{ id: toId, rules }], userId, now });
    const subjects = [{ id: toId, before, after: rules }];
    await insertChange(tx, companyId, { layer: 'card', subjects, after: rules, setTitle: null, userId, now });
    await markSubjectsDue(tx, scope, { layer: 'card', ids: [toId], userId, now });
    recordChange(tx, { targets: [{ kind: 'card', id: toId }], after: { layer: 'card', rules } });
  });
}
