import type { z } from 'zod';
import { QR_PREFIX } from '#contract/fuel/authorisations.ts';
import type { pumpSession } from '#contract/fuel/pump-sessions.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import { qrSquares } from '../../../lib/pdf/pdf-qr.ts';
import type { PumpSession } from '../authorisations/pump-sessions.ts';

/** A session as the company sees it; a code whose time is over is expired, even if no job has ended it yet. */
export function presentPumpSession(session: PumpSession, now: Date): z.input<typeof pumpSession> {
  const isOver = session.state === 'offered' && session.expiresAt <= now;
  const code = isOver ? null : session.code;
  return {
    id: session.id,
    card_id: session.cardId,
    state: isOver ? 'expired' : session.state,
    how: session.how,
    ...(code !== null && { code }),
    ...(code !== null && session.how === 'qr' && { qr: qrSquares(`${QR_PREFIX}${code}`) }),
    expires_at: session.expiresAt.toISOString(),
    most_litres: session.maxCentilitres / 100,
    most_sum: toRubles(kopecks(session.maxKopecks)),
    filled_litres: session.filledCentilitres / 100,
    station: session.station,
    goods_id: session.goodsId,
    reason: session.reason,
    offered_at: session.offeredAt.toISOString(),
    authorised_at: session.authorisedAt?.toISOString() ?? null,
    fuelling_at: session.fuellingAt?.toISOString() ?? null,
    ended_at: session.endedAt?.toISOString() ?? null,
  };
}
