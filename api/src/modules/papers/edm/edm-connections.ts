import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import {
  type Participant,
  type TokenStore,
  EdmUnavailable,
} from '../../../gateways/edm-operator/edm-operator.ts';
import { changeEdmState } from '../../companies/companies/edm-state.ts';
import type { EdmState } from './edm-store.ts';
import type { Clock } from '../../../lib/clock.ts';
import { hashSha256, openSealed, seal } from '../../../lib/secrets.ts';
import type { Context } from '../../../context.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { failQueued } from './edm-messages.ts';

/** The state of a company's request, with the ids that the operator gave it. */
export interface EdmRequest {
  companyId: number;
  inn: string;
  kpp: string | null;
  title: string;
  state: EdmState;
  taskId: string | null;
  boxId: string | null;
  /** Time of the operator's last report about the document. */
  changedAt: Date | null;
}

/** Returns null also for a company that has left the programme. */
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

/** A new request drops all data of the previous one. */
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

/** Moves the request a step further. Returns false if another process has moved it meanwhile. */
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

/**
 * The operator's newest refresh token, encrypted with the client's secret: the database alone is not enough to use it. It
 * belongs to the configured token: once that is changed, the token stored for the old one is no longer read.
 */
export function storedEdmToken(
  db: Db,
  about: { configured: string; secret: string; clock: Clock },
): TokenStore {
  const configuredHash = hashSha256(about.configured);
  return {
    async read() {
      const row = await firstRow(
        db,
        sql<{ sealed: Buffer }>`
          select sealed from edm_refresh_token where configured_hash = ${configuredHash}`,
      );
      return row && openSealed(row.sealed, about.secret);
    },
    async keep(refreshToken) {
      await sql`
        insert into edm_refresh_token (configured_hash, sealed, changed_at)
        values (${configuredHash}, ${seal(refreshToken, about.secret)}, ${about.clock.now()})
        on conflict (configured_hash) do update
          set sealed = excluded.sealed, changed_at = excluded.changed_at`.execute(db);
    },
  };
}

const ENDED = 'Обмен с компанией прекращён у оператора ЭДО';

/**
 * Ends a company's electronic exchange if its box now rejects us, and returns whether it does. Waiting deliveries fail,
 * and the company can ask to be connected again. Until then it is not shown as connected.
 */
export async function endEdm(
  ctx: Context,
  { companyId, boxId }: { companyId: number; boxId: string },
): Promise<boolean> {
  if (!(await isAccessRejected(ctx, boxId))) return false;
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    await failQueued(tx, { companyId, reason: ENDED, now });
    const step = { companyId, from: 'accepted', to: 'rejected', reason: ENDED, now } as const;
    if (!(await recordEdmStep(tx, step))) return;
    const details = { state: 'rejected', provider: ctx.edmOperator.provider, reason: ENDED };
    await recordEvent(tx, { at: now, what: 'edm-settled', companyId, details });
  });
  return true;
}

/** False also where the operator is silent. */
async function isAccessRejected(ctx: Context, boxId: string): Promise<boolean> {
  try {
    return (await ctx.edmOperator.getConnection(boxId)) === 'rejected';
  } catch (error) {
    if (!(error instanceof EdmUnavailable)) throw error;
    return false;
  }
}
