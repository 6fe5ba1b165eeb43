import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import type { Participant } from '../../../gateways/edm-operator/edm-operator.ts';
import { changeEdmState } from '../../companies/companies/change-edm-state.ts';
import type { EdmState } from './edm-store.ts';

/** The state of a company's request, with the ids that the operator gave it. */
export interface EdmRequest {
  companyId: number;
  inn: string;
  kpp: string | null;
  title: string;
  state: EdmState;
  taskId: string | null;
  boxId: string | null;
  /** When the operator last said anything about it. */
  changedAt: Date | null;
}

/** Null also for a company that has left the programme. */
export async function findEdmRequest(db: Db, companyId: number): Promise<EdmRequest | null> {
  const row = await firstRow(
    db,
    sql<{
      inn: string;
      kpp: string | null;
      title: string;
      edm_state: EdmState;
      task_id: string | null;
      box_id: string | null;
      changed_at: Date | null;
    }>`
      select company.inn, company.kpp, company.title, company.edm_state, connection.task_id, connection.box_id,
        connection.changed_at
      from company left join edm_connection connection on connection.company_id = company.id
      where company.id = ${companyId} and company.inn is not null`,
  );
  return (
    row && {
      companyId,
      inn: row.inn,
      kpp: row.kpp,
      title: row.title,
      state: row.edm_state,
      taskId: row.task_id,
      boxId: row.box_id,
      changedAt: row.changed_at,
    }
  );
}

/** A new request keeps nothing of the previous one. */
export async function startConnection(tx: Db, args: { companyId: number; now: Date }): Promise<void> {
  await sql`
    insert into edm_connection (company_id, changed_at) values (${args.companyId}, ${args.now})
    on conflict (company_id) do update
      set task_id = null, box_id = null, reason = null, participant_id = null, roaming = false, changed_at = excluded.changed_at`.execute(
    tx,
  );
}

export interface EdmStep {
  companyId: number;
  from: EdmState;
  to: EdmState;
  taskId?: string;
  boxId?: string;
  reason?: string;
  participant?: Participant;
  now: Date;
}

/** Takes the request a step further; false when somebody else has moved it meanwhile. */
export async function recordEdmStep(tx: Db, step: EdmStep): Promise<boolean> {
  const moved = await changeEdmState(tx, step.companyId, { from: [step.from], to: step.to });
  if (!moved) return false;
  await sql`
    insert into edm_connection (company_id, task_id, box_id, reason, participant_id, roaming, changed_at)
    values (${step.companyId}, ${step.taskId ?? null}, ${step.boxId ?? null}, ${step.reason ?? null},
      ${step.participant?.id ?? null}, ${step.participant?.roaming ?? false}, ${step.now})
    on conflict (company_id) do update set task_id = coalesce(excluded.task_id, edm_connection.task_id),
      box_id = coalesce(excluded.box_id, edm_connection.box_id), reason = excluded.reason,
      participant_id = coalesce(excluded.participant_id, edm_connection.participant_id),
      roaming = case when excluded.participant_id is null then edm_connection.roaming else excluded.roaming end,
      changed_at = excluded.changed_at`.execute(tx);
  return true;
}
