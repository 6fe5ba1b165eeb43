import type { Context } from '../../../../context.ts';
import { Refusal } from '../../../../errors.ts';
import { bookDocuments } from '../book-statement.ts';
import { findUnfinishedFile } from '../bank-file-store.ts';
import { readBankFile } from './read-bank-file.ts';

/** Longer than one request books: what is older is not at work any more. */
const ABANDONED_AFTER_MS = 5 * 60_000;

/**
 * Finishes the oldest file whose booking was interrupted, by a stop of the process or by its time limit: documents in
 * the books already count as known. Two processes that finish one file at once book nothing twice.
 */
export async function finishBankFiles(ctx: Context): Promise<void> {
  const loadedBefore = new Date(ctx.clock.now().getTime() - ABANDONED_AFTER_MS);
  const file = await findUnfinishedFile(ctx.db.system, loadedBefore);
  if (!file) return;
  const { id: fileId, name, staffId, sha256 } = file;
  const parsed = await readBankFile(await ctx.files.read(sha256));
  if (!parsed.ok) throw new Error(`statement ${fileId} can't be read any more`);
  try {
    await bookDocuments(ctx, { fileId, name, staffId, bankFile: parsed.bankFile });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ctx.log.info({ fileId }, 'a statement is finished at the next turn');
  }
}
