import { sql } from 'kysely';
import type { Role } from '#contract/access.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { notFound } from '../../../errors.ts';

export const INVITATION_OVER = 'Приглашение не найдено или больше не действует';

/** A waiting invitation, with the fields for an admin. */
export interface InvitationRecord {
  id: number;
  phone: string;
  firstname: string;
  lastname: string;
  role: Role;
  invitedAt: Date;
  expiresAt: Date;
}

const COLUMNS = sql`id, phone, firstname, lastname, role, invited_at as "invitedAt", expires_at as "expiresAt"`;

export interface NewInvitation {
  companyId: number;
  phone: string;
  firstname: string;
  lastname: string;
  role: Role;
  invitedBy: number;
  now: Date;
  expiresAt: Date;
  /** A message from before then may be repeated. */
  notifiedBefore: Date;
}

/** Stores an invitation. A phone that has one waiting gets it renewed. */
export function putInvitation(tx: Db, made: NewInvitation): Promise<InvitationRecord> {
  return getOnlyRow(
    tx,
    sql<InvitationRecord>`
      insert into invitation (company_id, phone, firstname, lastname, role, invited_by, invited_at, expires_at)
      values (${made.companyId}, ${made.phone}, ${made.firstname}, ${made.lastname}, ${made.role}, ${made.invitedBy},
        ${made.now}, ${made.expiresAt})
      on conflict (company_id, phone) where ended_at is null do update set
        firstname = excluded.firstname, lastname = excluded.lastname, role = excluded.role,
        invited_by = excluded.invited_by, invited_at = excluded.invited_at, expires_at = excluded.expires_at,
        told_at = case when invitation.told_at >= ${made.notifiedBefore} then invitation.told_at end
      returning ${COLUMNS}`,
  );
}

export async function countInvitations(
  tx: Db,
  args: { companyId: number; phone: string; since: Date; now: Date },
): Promise<{ open: number; recent: number }> {
  return getOnlyRow(
    tx,
    sql<{ open: number; recent: number }>`
      select count(*) filter (where ended_at is null and expires_at > ${args.now}) as open,
        count(*) filter (where invited_at > ${args.since}) as recent
      from invitation where company_id = ${args.companyId} and phone <> ${args.phone}`,
  );
}

export function listOpenInvitations(tx: Db, scope: CompanyScope, now: Date): Promise<InvitationRecord[]> {
  return rows(
    tx,
    sql<InvitationRecord>`
      select ${COLUMNS} from invitation
      where company_id = ${scope.companyId} and ended_at is null and expires_at > ${now} order by id`,
  );
}

/** An invitation, with the fields for the invited user. */
export interface OwnInvitation {
  id: number;
  companyId: number;
  inn: string;
  title: string;
  firstname: string;
  lastname: string;
  role: Role;
  invitedAt: Date;
  expiresAt: Date;
}

/** Lists the invitations to the person's own phone, one or all of them. The phone decides, registered or not. */
export function listInvitationsTo(
  db: Db,
  args: { userId: number; id?: number; now: Date },
): Promise<OwnInvitation[]> {
  return rows(
    db,
    sql<OwnInvitation>`
      select invitation.id, company.id as "companyId", coalesce(inn, former_inn) as inn, title, invitation.firstname, invitation.lastname,
        invitation.role, invited_at as "invitedAt", expires_at as "expiresAt"
      from app_user join invitation using (phone) join company on company.id = invitation.company_id
      where app_user.id = ${args.userId} and ended_at is null and expires_at > ${args.now}
        and (${args.id ?? null}::bigint is null or invitation.id = ${args.id ?? null})
      order by invitation.id desc`,
  );
}

export type InvitationOutcome = 'accepted' | 'declined' | 'withdrawn';

/** Ends an open invitation of the company; returns its phone, or null. */
export async function endInvitation(
  tx: Db,
  end: { id: number; companyId: number; outcome: InvitationOutcome; now: Date },
): Promise<string | null> {
  const row = await firstRow(
    tx,
    sql<{ phone: string }>`
      update invitation set ended_at = ${end.now}, outcome = ${end.outcome}
      where id = ${end.id} and company_id = ${end.companyId} and ended_at is null and expires_at > ${end.now}
      returning phone`,
  );
  return row?.phone ?? null;
}

/** Takes the one message of an open invitation, unless its phone has had `max` since a moment; null when there is none. */
export function takeInvitationMessage(
  db: Db,
  args: { invitationId: number; since: Date; max: number; now: Date },
): Promise<{ phone: string; title: string } | null> {
  return firstRow(
    db,
    sql<{ phone: string; title: string }>`
      update invitation set told_at = ${args.now} from company
      where invitation.id = ${args.invitationId} and company.id = company_id and told_at is null
        and ended_at is null and expires_at > ${args.now}
        and (select count(*) from invitation other where other.phone = invitation.phone and other.told_at > ${args.since})
          < ${args.max}
      returning phone, title`,
  );
}

export async function releaseInvitationMessage(db: Db, invitationId: number): Promise<void> {
  await sql`update invitation set told_at = null where id = ${invitationId}`.execute(db);
}

/** Deletes those that ended or ran out before a moment, and returns how many. */
async function deleteInvitationsBefore(db: Db, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from invitation where id in (
      select id from invitation where coalesce(ended_at, expires_at) < ${before} order by id limit ${max})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

const BATCH = 1000;

/** Deletes the invitations that were over before a moment, and returns how many. */
export async function deleteOldInvitations(db: Db, before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const count = await deleteInvitationsBefore(db, before, BATCH);
    deleted += count;
    if (count < BATCH) return deleted;
  }
}

/** Deletes the invitations of a phone, and what its owner asked of companies. */
export async function eraseInvitations(
  tx: Db,
  { userId, phone }: { userId: number; phone: string },
): Promise<void> {
  await sql`delete from invitation where phone = ${phone}`.execute(tx);
  await sql`delete from access_request where user_id = ${userId}`.execute(tx);
}

/** 404 another phone's invitation, and one that is over. */
export async function declineInvitation(ctx: Context, { id, userId, ip }: Answer): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const [invitation] = await listInvitationsTo(tx, { userId, id, now });
    const companyId = invitation?.companyId;
    if (
      companyId === undefined ||
      (await endInvitation(tx, { id, companyId, outcome: 'declined', now })) === null
    )
      throw notFound(INVITATION_OVER);
    const targets = [{ kind: 'invitation', id }];
    await recordEvent(tx, { at: now, what: 'invitation-declined', userId, companyId, ip, targets });
  });
}

/** 404 another company's invitation, and one that is over. */
export async function withdrawInvitation(
  ctx: Context,
  { scope, id, adminId, ip }: { scope: CompanyScope; id: number; adminId: number; ip: string },
): Promise<void> {
  const now = ctx.clock.now();
  const { companyId } = scope;
  await ctx.db.inCompany(scope, async (tx) => {
    if ((await endInvitation(tx, { id, companyId, outcome: 'withdrawn', now })) === null)
      throw notFound(INVITATION_OVER);
    const targets = [{ kind: 'invitation', id }];
    await recordEvent(tx, { at: now, what: 'invitation-withdrawn', userId: adminId, companyId, ip, targets });
  });
}

export interface Answer {
  id: number;
  userId: number;
  ip: string;
}
