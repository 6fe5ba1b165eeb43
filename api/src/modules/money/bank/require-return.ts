import type { Db } from '../../../db/database.ts';
import { conflict, notFound } from '../../../errors.ts';
import { findReturn } from './advance-return-store.ts';
import type { AdvanceReturn } from './advance-return.ts';

/** A return that nobody has decided about yet. Call it within the turn, so that it stays undecided. */
export async function requireWaitingReturn(tx: Db, id: number): Promise<AdvanceReturn> {
  const found = await requireReturn(tx, id);
  if (found.state === 'booked') throw conflict('Возврат уже списан со счёта компании');
  if (found.state === 'dismissed') throw conflict('Уже решено, что это не возврат аванса');
  return found;
}

/**
 * A return of which somebody has said what it was, and nothing else since: the revision names the decision that was read.
 * To be called in turn, so that it stays so.
 */
export async function requireDecidedReturn(tx: Db, id: number, revision: number): Promise<AdvanceReturn> {
  const found = await requireReturn(tx, id);
  if (found.state === 'review') throw conflict('Возврат и так ждёт решения: отменять нечего');
  if (found.reopenings.length !== revision)
    throw conflict('Решение с тех пор отменили и приняли другое. Прочитайте его и решите снова');
  return found;
}

export async function requireReturn(db: Db, id: number): Promise<AdvanceReturn> {
  const found = await findReturn(db, id);
  if (!found) throw notFound('Возврат не найден');
  return found;
}
