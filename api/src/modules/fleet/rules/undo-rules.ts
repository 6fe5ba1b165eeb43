import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { assertNotBlocked } from '../../companies/companies/companies.ts';
import { undoneLayer } from './limits/own-layer.ts';
import { lockChange, lockRules, markUndone, getChangeSpan, upsertLayers } from './rule-store.ts';
import { markSubjectsDue, readSubjects } from './set-rules.ts';

/**
 * Puts back what a change found, of the kinds of rules that it altered; a card or group where one of them was changed since stays
 * as it is. Returns how many were put back and how many stay. Refuses: 404, 409 undone before, refused by the network, or the
 * choice that set a card up.
 */
export async function undoRules(
  ctx: Context,
  args: { scope: CompanyScope; userId: number; changeId: number },
): Promise<{ restored: number; left: number }> {
  const { scope, userId } = args;
  const now = ctx.clock.now();
  return ctx.db.inCompany(scope, async (tx) => {
    await assertNotBlocked(tx, scope.companyId);
    await lockRules(tx, scope.companyId);
    const change = await lockChange(tx, scope.companyId, args.changeId);
    if (!change) throw notFound('Изменение не найдено');
    if (change.undone_at) throw conflict('Это изменение уже отменено');
    if (change.refused !== null) throw conflict('Сеть отказала, и на карте прежнее: отменять нечего');
    if (change.subjects.some(({ setsUp }) => setsUp))
      throw conflict('Этим выбором карту настроили впервые: выберите для неё другое топливо');
    const { layer } = change;
    const current = await readSubjects(
      tx,
      scope,
      layer,
      change.subjects.map((subject) => subject.id),
    );
    const standing = new Map(current.map((item) => [item.id, item.before]));
    const subjects = change.subjects.flatMap((subject) => {
      const rules = undoneLayer(standing.get(subject.id) ?? [], getChangeSpan(change, subject));
      return rules ? [{ id: subject.id, rules }] : [];
    });
    // A change that stays in force everywhere may still be undone, once the later one is.
    if (subjects.length === 0) return { restored: 0, left: change.subjects.length };
    await upsertLayers(tx, scope.companyId, { layer, subjects, userId, now });
    await markUndone(tx, scope.companyId, { id: change.id, userId, now });
    await markSubjectsDue(tx, scope, { layer, ids: subjects.map((subject) => subject.id), userId, now });
    recordChange(tx, { before: { rules: change.after }, after: { restored: subjects.length } });
    return { restored: subjects.length, left: change.subjects.length - subjects.length };
  });
}
