import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import type { EmailFacts, EmailKind, EmailRefusal } from './email.ts';
import { insertEmails, type NewEmail } from './stored-emails.ts';
import { sendEmail } from './send-email.ts';

export interface EmailOutcome {
  state: 'waiting' | 'sent' | 'refused';
  refusal: EmailRefusal | null;
}

/**
 * Writes an email to one person, unless it exists, and sends it at once. It is for callers that have a job of their own
 * and need the outcome. A repeat finds the same email by `about`. Returns null if the person may get none, because
 * their address is not confirmed or they do not want this kind.
 */
export async function deliverEmail<Kind extends EmailKind>(
  ctx: Context,
  email: { kind: Kind; facts: EmailFacts[Kind]; userId: number; about: string },
): Promise<EmailOutcome | null> {
  const { userId, kind, facts, about } = email;
  const written: NewEmail<Kind> = { kind, facts, about, now: ctx.clock.now() };
  await insertEmails(ctx.db.system, written, sql`person.id = ${userId}`);
  const found = await findOutcome(ctx.db.system, email);
  if (found?.state !== 'waiting') return found;
  // The stored outcome shows whether it may still arrive later.
  await sendEmail(ctx, found.id).catch(() => {});
  return findOutcome(ctx.db.system, email);
}

function findOutcome(
  db: Db,
  { userId, kind, about }: { userId: number; kind: EmailKind; about: string },
): Promise<(EmailOutcome & { id: number }) | null> {
  return firstRow(
    db,
    sql<EmailOutcome & { id: number }>`
      select id, state, refusal from letter where user_id = ${userId} and kind = ${kind} and about = ${about}`,
  );
}
