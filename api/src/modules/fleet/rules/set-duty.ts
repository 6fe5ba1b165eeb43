import { EXCEPTION_DUE_MINUTES } from '#contract/exceptions.ts';
import { noteChange } from '../../../audit/leave-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { fieldRefusal, notFound } from '../../../errors.ts';
import { ANSWERING, listAnswerers } from './answerer-store.ts';
import { deleteDuty, lockDuty, putDuty, type Duty } from './duty-store.ts';
import { findGroup } from './group-store.ts';

export interface NamedDuty {
  scope: CompanyScope;
  userId: number;
  /** Null: of the company. */
  groupId: number | null;
  /** Null: nobody is named any more. */
  firstId: number | null;
  secondId: number | null;
  dueMinutes: number | null;
}

/** Names who answers drivers' requests; whoever may not answer one can't be named. */
export async function setDuty(ctx: Context, said: NamedDuty): Promise<void> {
  const { scope, userId, groupId, firstId, secondId } = said;
  const { companyId } = scope;
  const dueMinutes = said.dueMinutes ?? EXCEPTION_DUE_MINUTES;
  if (secondId !== null && secondId === firstId)
    throw fieldRefusal('second_id', 'Второй в очереди — другой человек');
  await ctx.db.inCompany(scope, async (tx) => {
    if (groupId !== null && !(await findGroup(tx, scope, groupId))) throw notFound('Группа не найдена');
    const named = { first_id: firstId, second_id: secondId };
    for (const [field, id] of Object.entries(named)) {
      if (id === null) continue;
      const may = await listAnswerers(tx, companyId, { roles: ANSWERING, among: [id] });
      if (may.length === 0)
        throw fieldRefusal(field, 'Отвечать на просьбы могут админы и менеджеры компании');
    }
    const before = await lockDuty(tx, companyId, groupId);
    if (firstId === null) await deleteDuty(tx, companyId, groupId);
    else
      await putDuty(tx, companyId, {
        groupId,
        firstId,
        secondId,
        dueMinutes,
        by: userId,
        now: ctx.clock.now(),
      });
    noteChange(tx, {
      before: { groupId, ...saidOf(before) },
      after: { groupId, firstId, secondId, ...(firstId !== null && { dueMinutes }) },
    });
  });
}

function saidOf(duty: Duty | null) {
  if (!duty) return { firstId: null, secondId: null };
  return { firstId: duty.first_id, secondId: duty.second_id, dueMinutes: duty.due_minutes };
}
