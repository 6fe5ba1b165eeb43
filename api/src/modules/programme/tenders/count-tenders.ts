import type { Context } from '../../../context.ts';
import { unavailable } from '../../../errors.ts';
import { TenderBoardUnavailable, type TenderBoard } from '../../../gateways/tender-board/tender-board.ts';

const FRESH_MS = 60_000;

/**
 * The number of open lots. The board is asked at most once a minute, however many visitors there are. If the board
 * does not answer, its last number serves for another minute; without a number the call refuses with 503, and the
 * next visitor asks again. 503 also where no board is connected.
 */
export function countTenders(ctx: Context): () => Promise<number> {
  const { tenderBoard } = ctx;
  if (!tenderBoard) return () => Promise.reject(unavailable('Площадка тендеров не подключена'));
  return remembering(ctx, tenderBoard);
}

function remembering(ctx: Context, tenderBoard: TenderBoard): () => Promise<number> {
  let last: { count: number; at: number } | null = null;
  let asking: Promise<number> | null = null;

  async function ask(): Promise<number> {
    try {
      const count = await tenderBoard.countLots();
      last = { count, at: ctx.clock.now().getTime() };
      return count;
    } catch (error) {
      if (!(error instanceof TenderBoardUnavailable)) throw error;
      ctx.log.warn({ err: error }, 'the tender board does not answer');
      if (!last) throw unavailable('Площадка тендеров не отвечает. Попробуйте позже');
      // While the board is down, no other request waits for it before the next minute.
      last.at = ctx.clock.now().getTime();
      return last.count;
    }
  }

  return () => {
    if (last && ctx.clock.now().getTime() - last.at < FRESH_MS) return Promise.resolve(last.count);
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
}
