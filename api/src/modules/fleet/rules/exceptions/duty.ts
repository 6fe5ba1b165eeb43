import { sql } from 'kysely';
import { EXCEPTION_DUE_MINUTES } from '#contract/fleet/exceptions.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../../db/database.ts';
import { namePerson, findGroup } from '../groups.ts';
import { recordChange } from '../../../../audit/write-trace.ts';
import type { Context } from '../../../../context.ts';
import { fieldRefusal, notFound } from '../../../../errors.ts';
import { ANSWERING_ROLES, listAnswerers } from './answerer-store.ts';

/** Users who answer within one company, for a group or for all others. */
export interface DutyRow {
  group_id: number | null;
  group_title: string | null;
  first_id: number;
  first_name: string;
  second_id: number | null;
  second_name: string | null;
  due_minutes: number;
}

export function listDuties(db: Db, { companyId }: CompanyScope): Promise<DutyRow[]> {
  return rows(
    db,
    sql<DutyRow>`
      select group_id, vehicle_group.title as group_title, first_id, ${namePerson('one')} as first_name, second_id,
        case when second_id is not null then ${namePerson('two')} end as second_name, due_minutes
      from exception_duty duty join app_user one on one.id = first_id left join app_user two on two.id = second_id
      left join vehicle_group on vehicle_group.id = group_id and vehicle_group.company_id = duty.company_id
      where duty.company_id = ${companyId} order by group_id nulls first`,
  );
}

type Duty = Pick<DutyRow, 'first_id' | 'second_id' | 'due_minutes'>;

/** Returns the duty of the group, else of the company. Null when no user is named. */
export function findDuty(db: Db, companyId: number, groupId: number | null): Promise<Duty | null> {
  return firstRow(
    db,
    sql<Duty>`
      select first_id, second_id, due_minutes from exception_duty
      where company_id = ${companyId} and (group_id is null or group_id = ${groupId}::bigint)
      order by group_id nulls last limit 1`,
  );
}

/** Returns the duty named for exactly this group, or for the company. Locks it until the transaction ends. */
function lockDuty(tx: Db, companyId: number, groupId: number | null): Promise<Duty | null> {
  return firstRow(
    tx,
    sql<Duty>`
      select first_id, second_id, due_minutes from exception_duty
      where company_id = ${companyId} and group_id is not distinct from ${groupId}::bigint for update`,
  );
}

interface DutyInput {
  groupId: number | null;
  firstId: number;
  secondId: number | null;
  dueMinutes: number;
  by: number;
  now: Date;
}

async function putDuty(tx: Db, companyId: number, input: DutyInput): Promise<void> {
  await sql`
    insert into exception_duty (company_id, group_id, first_id, second_id, due_minutes, changed_at, changed_by)
    values (${companyId}, ${input.groupId}::bigint, ${input.firstId}, ${input.secondId}::bigint, ${input.dueMinutes}, ${input.now}, ${input.by})
    on conflict (company_id, group_id) do update set first_id = excluded.first_id, second_id = excluded.second_id,
      due_minutes = excluded.due_minutes, changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(
    tx,
  );
}

async function deleteDuty(tx: Db, companyId: number, groupId: number | null): Promise<void> {
  await sql`
    delete from exception_duty
    where company_id = ${companyId} and group_id is not distinct from ${groupId}::bigint`.execute(tx);
}

export interface NamedDuty {
  scope: CompanyScope;
  userId: number;
  /** Null for the whole company. */
  groupId: number | null;
  /** Null when no user is named any more. */
  firstId: number | null;
  secondId: number | null;
  dueMinutes: number | null;
}

/** Names the users who answer drivers' requests. A user who may not answer one can't be named. */
export async function setDuty(ctx: Context, input: NamedDuty): Promise<void> {
  const { scope, userId, groupId, firstId, secondId } = input;
  const { companyId } = scope;
  const dueMinutes = input.dueMinutes ?? EXCEPTION_DUE_MINUTES;
  if (secondId !== null && secondId === firstId)
    throw fieldRefusal('second_id', 'Второй в очереди — другой человек');
  await ctx.db.inCompany(scope, async (tx) => {
    if (groupId !== null && !(await findGroup(tx, scope, groupId))) throw notFound('Группа не найдена');
    const named = { first_id: firstId, second_id: secondId };
    for (const [field, id] of Object.entries(named)) {
      if (id === null) continue;
      const may = await listAnswerers(tx, companyId, { roles: ANSWERING_ROLES, among: [id] });
      if (may.length === 0)
        throw fieldRefusal(field, 'Отвечать на просьбы могут администраторы и менеджеры компании');
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
    recordChange(tx, {
      before: { groupId, ...toDutyInput(before) },
      after: { groupId, firstId, secondId, ...(firstId !== null && { dueMinutes }) },
    });
  });
}

function toDutyInput(duty: Duty | null) {
  if (!duty) return { firstId: null, secondId: null };
  return { firstId: duty.first_id, secondId: duty.second_id, dueMinutes: duty.due_minutes };
}
