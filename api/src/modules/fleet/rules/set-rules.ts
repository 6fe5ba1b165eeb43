import type { RuleLayer } from '#contract/rules.ts';
import type { Rule } from '#contract/rule-values.ts';
import { noteChange } from '../../../audit/leave-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, notFound } from '../../../errors.ts';
import { assertAtWork } from '../../companies/companies/assert-at-work.ts';
import { assertKnown } from './assert-known.ts';
import type { KeptRule } from './decide.ts';
import { cardsOfGroups } from './group-store.ts';
import { markDue } from './rule-card-store.ts';
import { saysTheSame } from './same-rules.ts';
import { insertChange, listLayers, lockChange, lockRules, markUndone, upsertLayers } from './rule-store.ts';

export interface RuleOrder {
  scope: CompanyScope;
  userId: number;
  layer: RuleLayer;
  /** Cards or groups that the caller has found to be the company's; 0 for the profile. */
  subjectIds: readonly number[];
  rules: readonly Rule[];
  /** The name of the set that they come from. */
  setTitle?: string | null;
  /** From when on they hold, where that is not now: in a sandbox, by its clock. */
  since?: Date;
}

/** Sets the rules of one layer. Returns the change's id. Refuses: 400 a fuel, network or region that there is not. */
export async function setRules(ctx: Context, order: RuleOrder): Promise<number> {
  assertKnown(ctx, order.rules);
  const { scope, userId, layer } = order;
  const now = ctx.clock.now();
  const { since = now } = order;
  return ctx.db.inCompany(scope, async (tx) => {
    await assertAtWork(tx, scope.companyId);
    await lockRules(tx, scope.companyId);
    const before = await readSubjects(tx, scope, layer, order.subjectIds);
    const subjects = before.map((one) => ({
      id: one.id,
      rules: order.rules.map((rule) => kept(rule, one.before, since)),
    }));
    await upsertLayers(tx, scope.companyId, { layer, subjects, userId, now });
    const after = order.rules.map((rule): KeptRule => ({ ...rule, since: since.toISOString() }));
    const id = await insertChange(tx, scope.companyId, {
      layer,
      subjects: before,
      after,
      setTitle: order.setTitle ?? null,
      userId,
      now,
    });
    await markSubjectsDue(tx, scope, { layer, ids: order.subjectIds, userId, now });
    noteChange(tx, {
      targets:
        layer === 'card' ? order.subjectIds.slice(0, 50).map((one) => ({ kind: 'card', id: one })) : [],
      after: { layer, rules: order.rules },
    });
    return id;
  });
}

/** Puts back what a change found; what was changed since stays. Returns how many were put back and how many stay. Refuses: 404, 409 undone before. */
export async function undoRules(
  ctx: Context,
  asked: { scope: CompanyScope; userId: number; changeId: number },
): Promise<{ restored: number; left: number }> {
  const { scope, userId } = asked;
  const now = ctx.clock.now();
  return ctx.db.inCompany(scope, async (tx) => {
    await assertAtWork(tx, scope.companyId);
    await lockRules(tx, scope.companyId);
    const change = await lockChange(tx, scope.companyId, asked.changeId);
    if (!change) throw notFound('Изменение не найдено');
    if (change.undone_at) throw conflict('Это изменение уже отменено');
    const { layer } = change;
    const current = await readSubjects(
      tx,
      scope,
      layer,
      change.subjects.map((one) => one.id),
    );
    const standing = new Map(current.map((one) => [one.id, one.before]));
    const subjects = change.subjects
      .filter(({ id }) => saysTheSame(standing.get(id) ?? [], change.after))
      .map(({ id, before }) => ({ id, rules: before }));
    await upsertLayers(tx, scope.companyId, { layer, subjects, userId, now });
    await markUndone(tx, scope.companyId, { id: change.id, userId, now });
    await markSubjectsDue(tx, scope, { layer, ids: subjects.map((one) => one.id), userId, now });
    noteChange(tx, { before: { rules: change.after }, after: { restored: subjects.length } });
    return { restored: subjects.length, left: change.subjects.length - subjects.length };
  });
}

async function readSubjects(
  tx: Db,
  scope: CompanyScope,
  layer: RuleLayer,
  ids: readonly number[],
): Promise<{ id: number; before: KeptRule[] }[]> {
  const found = await listLayers(tx, scope.companyId, { cardIds: ids, groupIds: ids });
  const rules = new Map(found.filter((one) => one.layer === layer).map((one) => [one.subject_id, one.rules]));
  return ids.map((id) => ({ id, before: rules.get(id) ?? [] }));
}

async function markSubjectsDue(
  tx: Db,
  scope: CompanyScope,
  about: { layer: RuleLayer; ids: readonly number[]; userId: number; now: Date },
): Promise<void> {
  const cardIds = {
    profile: async () => null,
    group: () => cardsOfGroups(tx, scope, about.ids),
    card: async () => about.ids,
  };
  const { userId, now } = about;
  await markDue(tx, scope.companyId, { cardIds: await cardIds[about.layer](), userId, now });
}

/** A rule that says the same stands since it did; a «once» goes on counting. */
function kept(rule: Rule, before: readonly KeptRule[], now: Date): KeptRule {
  const same = before.find((one) => saysTheSame([one], [rule]));
  return { ...rule, since: same?.since ?? now.toISOString() };
}
