import type { RULE_STATES } from '#contract/fleet/bulk-rules.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import type { StoredRule } from './purchase/decide.ts';
import { listLastChanges, listSubjectStates } from './many-subjects-store.ts';
import type { RuleNames } from './purchase/rule-kind.ts';
import { ruleNames } from './purchase/rule-names.ts';
import { undoneLayer } from './limits/own-layer.ts';
import { findChange, listLayers, getChangeSpan, type ChangeRow } from './rule-store.ts';

interface ChangedSubject {
  id: number;
  before: StoredRule[];
  state: (typeof RULE_STATES)[number];
  problem: string | null;
  /** The change was altered later, so an undo leaves it as it is. */
  changedLater: { at: Date; by: string } | null;
}

export interface FollowedChange {
  change: ChangeRow;
  subjects: ChangedSubject[];
  names: RuleNames;
}

/** Returns a change with all rules that it set, as they are now. 404 when the company has no such change. */
export function readRuleChange(ctx: Context, scope: CompanyScope, changeId: number): Promise<FollowedChange> {
  return ctx.db.inCompany(scope, async (tx) => {
    const change = await findChange(tx, scope.companyId, changeId);
    if (!change) throw notFound('Изменение не найдено');
    const { layer } = change;
    const ids = change.subjects.map((subject) => subject.id);
    const states = await listSubjectStates(tx, scope, { layer, ids, now: ctx.clock.now() });
    const last = await listLastChanges(tx, scope, { layer, ids });
    const now = new Map(
      (await listLayers(tx, scope.companyId, { cardIds: ids, groupIds: ids }))
        .filter((layerRow) => layerRow.layer === layer)
        .map((layerRow) => [layerRow.subject_id, layerRow.rules]),
    );
    const byId = new Map(states.map((state) => [state.id, state]));
    const isOver = change.undone_at !== null || change.refused !== null;
    const subjects = change.subjects.map((subject): ChangedSubject => {
      const { id, before } = subject;
      const stands = byId.get(id);
      const isLater = !isOver && undoneLayer(now.get(id) ?? [], getChangeSpan(change, subject)) === null;
      return {
        id,
        before,
        state: stands?.problem ? 'problem' : stands?.waiting ? 'waiting' : 'done',
        problem: stands?.problem ?? null,
        changedLater: isLater ? (last.get(id) ?? null) : null,
      };
    });
    return { change, subjects, names: await ruleNames(tx) };
  });
}
