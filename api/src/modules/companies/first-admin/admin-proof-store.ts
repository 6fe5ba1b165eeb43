import { sql } from 'kysely';
import type { AdminProofKind } from '#contract/identity/first-admin.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import type { AdminProof, AdminProofState } from './proof-record.ts';

interface ProofRow {
  id: number;
  company_id: number;
  kind: AdminProofKind;
  state: AdminProofState;
  given_by: number;
  giver_firstname: string | null;
  giver_lastname: string | null;
  file_name: string | null;
  sha256: string | null;
  mime: string | null;
  payment_id: number | null;
  phone_end: string | null;
  reason: string | null;
  created_at: Date;
  decided_at: Date | null;
  decided_by: number | null;
  decider_firstname: string | null;
  decider_lastname: string | null;
}

const SELECT = sql`
  select proof.id, proof.company_id, proof.kind, proof.state, proof.user_id as given_by,
    giver.firstname as giver_firstname, giver.lastname as giver_lastname, file.name as file_name, file.sha256, file.mime,
    proof.payment_id, proof.phone_end, proof.reason, proof.created_at, proof.decided_at, proof.decided_by,
    decider.firstname as decider_firstname, decider.lastname as decider_lastname
  from admin_proof proof
  join app_user giver on giver.id = proof.user_id
  left join app_user decider on decider.id = proof.decided_by
  left join stored_file file on file.id = proof.file_id`;

/** A company gives a few. More than this number is not shown. */
const MAX_LISTED = 50;

/** Lists a company's proofs, newest first. Reads as the system, because they name staff and previous colleagues. */
export async function listProofs(db: Db, companyId: number): Promise<AdminProof[]> {
  const found = await rows(
    db,
    sql<ProofRow>`${SELECT} where proof.company_id = ${companyId} order by proof.id desc limit ${MAX_LISTED}`,
  );
  return found.map(toProof);
}

export async function findProof(db: Db, id: number): Promise<AdminProof | null> {
  const row = await firstRow(db, sql<ProofRow>`${SELECT} where proof.id = ${id}`);
  return row && toProof(row);
}

/**
 * Returns null when there is no such company among the clients. Locks it, so that proofs are decided one after another.
 */
export async function lockUnconfirmed(tx: Db, companyId: number): Promise<boolean | null> {
  const row = await firstRow(
    tx,
    sql<{ admin_unconfirmed: boolean }>`
      select admin_unconfirmed from company where id = ${companyId} and client_since is not null for no key update`,
  );
  return row && row.admin_unconfirmed;
}

export async function isUnconfirmed(db: Db, companyId: number): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ admin_unconfirmed: boolean }>`select admin_unconfirmed from company where id = ${companyId}`,
  );
  return row?.admin_unconfirmed ?? false;
}

/** Counts the documents that a company has given since a moment. */
export async function countDocuments(db: Db, args: { companyId: number; since: Date }): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ count: number }>`
      select count(*) from admin_proof
      where company_id = ${args.companyId} and kind = 'document' and created_at > ${args.since}`,
  );
  return row?.count ?? 0;
}

export interface NewProof {
  companyId: number;
  userId: number;
  kind: AdminProofKind;
  state: AdminProofState;
  fileId?: number;
  phoneEnd?: string;
  reason?: string;
  decidedBy?: number;
  now: Date;
}

export async function insertProof(tx: Db, proof: NewProof): Promise<void> {
  await sql`
    insert into admin_proof (company_id, user_id, kind, state, file_id, phone_end, reason, created_at, decided_at, decided_by)
    values (${proof.companyId}, ${proof.userId}, ${proof.kind}, ${proof.state}, ${proof.fileId ?? null},
      ${proof.phoneEnd ?? null}, ${proof.reason ?? null}, ${proof.now}, ${proof.state === 'waiting' ? null : proof.now},
      ${proof.decidedBy ?? null})`.execute(tx);
}

/** Refuses a waiting document that staff have not checked, because a newer one replaces it. */
export async function replaceWaiting(tx: Db, args: { companyId: number; now: Date }): Promise<void> {
  await sql`
    update admin_proof set state = 'refused', reason = 'Заменён новым документом', decided_at = ${args.now}
    where company_id = ${args.companyId} and state = 'waiting'`.execute(tx);
}

/** True when the document was still waiting. */
export async function decideProof(
  tx: Db,
  args: { id: number; state: 'confirmed' | 'refused'; reason: string | null; staffId: number; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update admin_proof set state = ${args.state}, reason = ${args.reason}::text, decided_by = ${args.staffId},
        decided_at = ${args.now}
      where id = ${args.id} and state = 'waiting' returning id`,
  );
  return row !== null;
}

/**
 * Records the payments that came from the own account of a company whose admin is not confirmed. Returns the companies.
 */
export async function insertPaymentProofs(
  tx: Db,
  args: { paymentIds: readonly number[]; now: Date },
): Promise<{ companyId: number; userId: number; paymentId: number }[]> {
  return rows(
    tx,
    sql<{ companyId: number; userId: number; paymentId: number }>`
      insert into admin_proof (company_id, user_id, kind, state, payment_id, created_at, decided_at)
      select distinct on (company.id) company.id, admin.id, 'payment', 'confirmed', payment.id, ${args.now}::timestamptz,
        ${args.now}::timestamptz
      from bank_payment payment
      join company on company.id = payment.company_id and company.inn = payment.payer_inn and company.admin_unconfirmed
      join company_person admin on admin.company_id = company.id and admin.role = 'admin'
      where payment.id = any(${args.paymentIds}::bigint[])
      order by company.id, payment.id, admin.id
      returning company_id as "companyId", user_id as "userId", payment_id as "paymentId"`,
  );
}

function toProof(row: ProofRow): AdminProof {
  return {
    id: row.id,
    companyId: row.company_id,
    kind: row.kind,
    state: row.state,
    givenBy: { id: row.given_by, firstname: row.giver_firstname, lastname: row.giver_lastname },
    file:
      row.file_name === null
        ? null
        : { name: row.file_name, sha256: row.sha256 as string, mime: row.mime as string },
    paymentId: row.payment_id,
    phoneEnd: row.phone_end,
    reason: row.reason,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    decidedBy:
      row.decided_by === null
        ? null
        : { id: row.decided_by, firstname: row.decider_firstname, lastname: row.decider_lastname },
  };
}
