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
 * Writes a letter to one person, if it is not written, and sends it at once: for whoever has a job of his own and wants to
 * know its fate. A repeat finds the same letter by `about`. Null: the person may get none, because his address is not
 * confirmed or he does not want this kind.
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
  // What may still arrive later is told by its fate.
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
