import { DRIVER_LINK_CODE_MINUTES, DRIVER_LINK_CODE_TRIES } from '#contract/driver-links.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { hashOf, newToken, sameHash, saltedHash } from '../../../lib/secrets.ts';
import type { FoundLink } from './driver-link.ts';
import { countTry, lockCode, writeDevice } from './driver-link-store.ts';

export type Binding = { device: string } | { problem: string };

/** Binds the link to the phone that has entered the code; a wrong guess counts for good. */
export async function bindPhone(ctx: Context, link: FoundLink, said: string): Promise<Binding> {
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx): Promise<Binding> => {
    const { salt, hash, sentAt, tries } = await lockCode(tx, link);
    if (!salt || !hash || !sentAt) return { problem: 'Сначала получите код' };
    if (tries >= DRIVER_LINK_CODE_TRIES)
      return { problem: 'Слишком много неверных попыток. Получите новый код' };
    if (now.getTime() - sentAt.getTime() > DRIVER_LINK_CODE_MINUTES * 60_000)
      return { problem: 'Код устарел. Получите новый' };
    if (!sameHash(saltedHash(said.replace(/\D/g, ''), salt), hash)) {
      await countTry(tx, link);
      return { problem: 'Неверный код' };
    }
    const device = newToken();
    await writeDevice(tx, link, hashOf(device), now);
    await recordEvent(tx, {
      at: now,
      what: 'driver-phone-bound',
      companyId: link.companyId,
      targets: [{ kind: 'card', id: link.cardId }],
    });
    return { device };
  });
}
