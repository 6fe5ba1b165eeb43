import { z } from 'zod';
import { fetchJson, ServiceUnreachable, type JsonReply } from '../fetch-json.ts';
import { TenderBoardUnavailable, type TenderBoard } from './tender-board.ts';

export interface HttpTenderBoardOptions {
  /** The full address of the count. */
  url: string;
  timeLimitMs?: number;
}

const TIME_LIMIT_MS = 4000;

const count = z.union([
  z.int().nonnegative(),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);
/** The forms in which boards return a number; the spec does not show its own board's answer (section 7). */
const reply = z.union([
  count,
  z.object({ count }).transform((input) => input.count),
  z.object({ total: count }).transform((input) => input.total),
  z.object({ data: count }).transform((input) => input.data),
  z.object({ data: z.object({ count }) }).transform((input) => input.data.count),
  z.object({ data: z.object({ total: count }) }).transform((input) => input.data.total),
  z.object({ meta: z.object({ total: count }) }).transform((input) => input.meta.total),
  z.array(z.unknown()).transform((lots) => lots.length),
]);

/** Asks a tender board by GET: a number, a list of lots, or an object that names their number. */
export function httpTenderBoard(options: HttpTenderBoardOptions): TenderBoard {
  return {
    async countLots() {
      const input = await reach(options);
      const read = reply.safeParse(input.body);
      if (input.status === 200 && read.success) return read.data;
      throw new TenderBoardUnavailable(
        `tender board: HTTP ${input.status}${read.success ? '' : ' without sense'}`,
      );
    },
  };
}

async function reach({ url, timeLimitMs }: HttpTenderBoardOptions): Promise<JsonReply> {
  try {
    return await fetchJson(url, { method: 'GET', timeLimitMs: timeLimitMs ?? TIME_LIMIT_MS });
  } catch (error) {
    if (!(error instanceof ServiceUnreachable)) throw error;
    throw new TenderBoardUnavailable(`tender board: ${error.message}`, { cause: error });
  }
}
