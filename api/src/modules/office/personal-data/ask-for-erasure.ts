import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { obstacleTo } from './erasure.ts';
import { lockPersonToErase, putRequest } from './erasure-store.ts';

/** Keeps a person's wish to be erased, once; returns since when. 409 while something stands against it. */
export async function askForErasure(
  ctx: Context,
  { userId, ip }: { userId: number; ip: string },
): Promise<Date> {
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const person = await lockPersonToErase(tx, userId);
    if (!person) throw notFound('Такого человека нет');
    const obstacle = obstacleTo(person);
    if (obstacle !== null) throw conflict(obstacle);
    const { askedAt, isNew } = await putRequest(tx, { userId, now });
    if (isNew) await recordEvent(tx, { at: now, what: 'erasure-asked', userId, ip });
    return askedAt;
  });
}
