import type { Context } from '../../../context.ts';
import { crowded, unavailable } from '../../../errors.ts';

/** Maximum time that one request or job books documents. A statement of a busy day takes seconds. */
const MAX_BOOKING_MS = 120_000;
const RETRY_SECONDS = 300;

/**
 * Returns what throws once it is time to stop: the process is about to end, or the file has taken too long. What is
 * booked stays, and a job finishes the file.
 */
export function limitBooking(ctx: Context): () => void {
  // Uses real time and not the injected clock, because it limits how long the machine works, whatever day a test has
  // set.
  const end = performance.now() + MAX_BOOKING_MS;
  return () => {
    if (ctx.db.isClosed())
      throw unavailable('Сервер перезапускается. Выписка сохранена и догрузится сама через несколько минут');
    if (performance.now() > end)
      throw crowded(
        'Выписка очень большая. Она сохранена и догрузится сама за несколько минут',
        RETRY_SECONDS,
      );
  };
}
