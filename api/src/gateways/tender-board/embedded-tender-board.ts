import type { Clock } from '../../lib/clock.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import type { TenderBoard } from './tender-board.ts';

const HOUR_MS = 3_600_000;
const MOSCOW_HOURS = 3;

/** Lots appear during the working day and are gone by the evening; the same hour always gives the same number. */
export function embeddedTenderBoard({ clock }: { clock: Clock }): TenderBoard {
  return {
    async countLots() {
      const hours = Math.floor(clock.now().getTime() / HOUR_MS) + MOSCOW_HOURS;
      const day = Math.floor(hours / 24);
      const busy = Math.max(0, 9 - Math.abs((hours % 24) - 13));
      return seededRandom(day).whole(24, 58) + busy * 3 + seededRandom(hours).whole(0, 4);
    },
  };
}
