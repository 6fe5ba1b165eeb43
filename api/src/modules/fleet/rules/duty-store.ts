import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { namePerson } from './name-person.ts';

/** Who answers within one company, of a group or of all others. */
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

export type Duty = Pick<DutyRow, 'first_id' | 'second_id' | 'due_minutes'>;

/** Of the group, else of the company; null: nobody is named. */
export function findDuty(db: Db, companyId: number, groupId: number | null): Promise<Duty | null> {
  return firstRow(
    db,
    sql<Duty>`
      select first_id, second_id, due_minutes from exception_duty
      where company_id = ${companyId} and (group_id is null or group_id = ${groupId}::bigint)
      order by group_id nulls last limit 1`,
  );
}

/** As it is named for exactly this group, or for the company; locked until the transaction ends. */
export function lockDuty(tx: Db, companyId: number, groupId: number | null): Promise<Duty | null> {
  return firstRow(
    tx,
    sql<Duty>`
      select first_id, second_id, due_minutes from exception_duty
      where company_id = ${companyId} and group_id is not distinct from ${groupId}::bigint for update`,
  );
}

export interface SaidDuty {
  groupId: number | null;
  firstId: number;
  secondId: number | null;
  dueMinutes: number;
  by: number;
  now: Date;
}

export async function putDuty(tx: Db, companyId: number, said: SaidDuty): Promise<void> {
  await sql`
    insert into exception_duty (company_id, group_id, first_id, second_id, due_minutes, changed_at, changed_by)
    values (${companyId}, ${said.groupId}::bigint, ${said.firstId}, ${said.secondId}::bigint, ${said.dueMinutes}, ${said.now}, ${said.by})
    on conflict (company_id, group_id) do update set first_id = excluded.first_id, second_id = excluded.second_id,
      due_minutes = excluded.due_minutes, changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(
    tx,
  );
}

export async function deleteDuty(tx: Db, companyId: number, groupId: number | null): Promise<void> {
  await sql`
    delete from exception_duty
    where company_id = ${companyId} and group_id is not distinct from ${groupId}::bigint`.execute(tx);
}
