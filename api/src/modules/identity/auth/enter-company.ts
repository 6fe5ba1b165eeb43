import { sql } from 'kysely';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { Session } from '../../../http/session.ts';
import { listMemberships, nameMember, type Membership } from '../../messaging/users/memberships.ts';

/**
 * Makes the session act for another of the caller's companies, with the role that the caller has there. Other sessions stay
 * where they are; the streams of this one end by a trigger. 404 a company in which the caller has no role.
 */
export async function enterCompany(
  ctx: Context,
  { companyId, session, ip }: { companyId: number; session: Session; ip: string },
): Promise<Membership> {
  const now = ctx.clock.now();
  const { userId } = session;
  return ctx.db.inSystem(async (tx) => {
    const membership = (await listMemberships(tx, { userId, now })).find(
      (own) => own.companyId === companyId,
    );
    if (!membership) throw notFound('Компания не найдена');
    nameMember(membership);
    // A session in the home company follows it, as it did before it entered another one.
    await sql`
      update session set company_id = nullif(${companyId}::bigint, (select company_id from app_user where id = ${userId}))
      where id = ${session.id}`.execute(tx);
    await recordEvent(tx, { at: now, what: 'company-entered', userId, companyId, ip });
    return membership;
  });
}
