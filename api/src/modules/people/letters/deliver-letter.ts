import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import type { LetterFacts, LetterKind, LetterRefusal } from './letter.ts';
import { insertLetters, type NewLetter } from './letter-store.ts';
import { sendLetter } from './send-letter.ts';

export interface LetterFate {
  state: 'waiting' | 'sent' | 'refused';
  refusal: LetterRefusal | null;
}

/**
 * Writes a letter to one person, if it is not written, and sends it at once: for whoever has a job of his own and wants to
 * know its fate. A repeat finds the same letter by `about`. Null: the person may get none, because his address is not
 * confirmed or he does not want this kind.
 */
export async function deliverLetter<Kind extends LetterKind>(
  ctx: Context,
  letter: { kind: Kind; facts: LetterFacts[Kind]; userId: number; about: string },
): Promise<LetterFate | null> {
  const { userId, kind, facts, about } = letter;
  const written: NewLetter<Kind> = { kind, facts, about, now: ctx.clock.now() };
  await insertLetters(ctx.db.system, written, sql`person.id = ${userId}`);
  const found = await findFate(ctx.db.system, letter);
  if (found?.state !== 'waiting') return found;
  // What may still arrive later is told by its fate.
  await sendLetter(ctx, found.id).catch(() => {});
  return findFate(ctx.db.system, letter);
}

function findFate(
  db: Db,
  { userId, kind, about }: { userId: number; kind: LetterKind; about: string },
): Promise<(LetterFate & { id: number }) | null> {
  return firstRow(
    db,
    sql<LetterFate & { id: number }>`
      select id, state, refusal from letter where user_id = ${userId} and kind = ${kind} and about = ${about}`,
  );
}
