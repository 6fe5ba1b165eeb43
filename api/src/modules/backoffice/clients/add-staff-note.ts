import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { lockClient } from '../../money/transfers/client-accounts.ts';
import { insertNote, type StaffNote } from './client-file.ts';

/** Adds a note about a client, which only the programme's staff can read. It cannot be changed afterwards. */
export function addStaffNote(
  ctx: Context,
  input: { companyId: number; userId: number; ip: string; text: string; requestKey: RequestKey | null },
): Promise<StaffNote> {
  const { companyId, userId, ip, text } = input;
  const now = ctx.clock.now();
  return ctx.db.inSystem((tx) =>
    doOnce(tx, input.requestKey, now, async () => {
      if (!(await lockClient(tx, companyId))) throw notFound('Клиент не найден');
      const note = await insertNote(tx, { companyId, authorId: userId, text, now });
      const targets = [{ kind: 'note', id: note.id }];
      await recordEvent(tx, { at: now, what: 'note-added', userId, companyId, ip, targets });
      return note;
    }),
  );
}
