import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, notFound } from '../../../errors.ts';
import { doOnce, repeatable, type RequestKey } from '../../../http/request-key.ts';
import { recordEvent } from '../../../audit/record-event.ts';
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
  requestKey: RequestKey | null;
}

/**
 * Closes a record that could not be booked: it keeps who, when and why, is not tried again, and moves no money.
 * Booking and closing take turns, so a sale is either booked or closed.
 */
export async function closeOrphan(ctx: Context, word: ClosingWord): Promise<void> {
  const { orphanId, reason, staffId, ip, requestKey } = word;
  await repeatable(ctx, requestKey, () =>
    ctx.db.inSystem((tx) =>
      doOnce(tx, requestKey, ctx.clock.now(), async () => {
        const { partnerId, externalId } = await requireOpen(tx, word);
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
