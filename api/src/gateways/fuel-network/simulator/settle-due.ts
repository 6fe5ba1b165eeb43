import { sql, type Kysely } from 'kysely';
import { applyCommand } from './apply-command.ts';
import { findCardsLocked } from './card-store.ts';
import { hasDueCommands, listDueCommands, setAnswer } from './command-store.ts';
import { addEvent, numberDueEvents } from './event-store.ts';

const BATCH_SIZE = 1000;

/**
 * Catches up with the clock: carries out accepted commands that have become due, and makes due events visible. Every
 * access to a network calls it first, so no timer is needed, and a restart loses nothing.
 */
export async function settleDue(db: Kysely<unknown>, now: Date): Promise<void> {
  if (!(await hasDueCommands(db, now))) return;
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('simulated_network', 2))`.execute(trx);
    const due = await listDueCommands(trx, now, BATCH_SIZE);
    // First of all, because others lock many cards, too.
    await findCardsLocked(
      trx,
      due.flatMap(({ body }) => (body.kind === 'issue' ? [] : [body.cardNumber])),
    );
    for (const command of due) {
      const answer = await applyCommand(trx, command.partnerId, command.body);
      await setAnswer(trx, command, answer);
      for (let input = 0; input < command.announcements; input++) {
        const { requestId } = command.body;
        await addEvent(trx, command.partnerId, command.dueAt, { kind: 'answer', requestId, ...answer });
      }
    }
    await numberDueEvents(trx, now);
  });
}
