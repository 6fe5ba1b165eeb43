import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, notFound } from '../../../errors.ts';
import { doOnce, repeatable, type RequestKey } from '../../../http/request-key.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { countAlone, lockAlone } from '../../people/approvals/count-alone.ts';
import { findOrphan } from './find-orphan.ts';
import { markOrphanClosed, type Orphan } from './orphan-store.ts';
import { takeTurn } from './sale-store.ts';

/** A person's statement that a record needs nothing more, because it was settled with the network by hand. */
export interface ClosingWord {
  orphanId: number;
  isIllegible: boolean;
  reason: string;
  staffId: number;
  ip: string;
  /** The second member, where one was needed. */
  confirmedBy: number | null;
  requestKey: RequestKey | null;
}

/**
 * Closes a record that could not be booked: it keeps who, when and why, is not tried again, and moves no money.
 * Booking and closing take turns, so a sale is either booked or closed.
 */
export async function closeOrphan(ctx: Context, word: ClosingWord): Promise<void> {
  const { orphanId, reason, staffId, ip, requestKey, confirmedBy } = word;
  await repeatable(ctx, requestKey, () =>
    ctx.db.inSystem((tx) =>
      doOnce(tx, requestKey, ctx.clock.now(), async () => {
        // Before the turn of its network: whoever holds that one waits for companies' money.
        if (confirmedBy === null) await lockAlone(ctx, tx, staffId);
        const { partnerId, externalId, sum } = await requireOpen(tx, word);
        // What is never booked is a gift of this sum to the client.
        const counted = { userId: staffId, action: 'closeOrphan', subjectId: orphanId, sum };
        await countAlone(ctx, tx, { ...counted, confirmedBy });
        const now = ctx.clock.now();
        await markOrphanClosed(tx, { id: orphanId, staffId, reason, now });
        const details = { orphanId, partnerId, externalId, reason };
        await recordEvent(tx, { at: now, what: 'orphan-closed', userId: staffId, ip, details });
        return null;
      }),
    ),
  );
}

async function requireOpen(tx: Db, { orphanId, isIllegible }: ClosingWord): Promise<Orphan> {
  const known = await findOrphan(tx, orphanId);
  if (!known || known.isIllegible !== isIllegible) throw notFound('Запись не найдена');
  await takeTurn(tx, known.partnerId);
  const orphan = (await findOrphan(tx, orphanId)) ?? known;
  if (orphan.bookedAt) throw conflict('Запись уже проведена: закрывать её не нужно');
  if (orphan.closedAt) throw conflict('Запись уже закрыта другим сотрудником');
  return orphan;
}
