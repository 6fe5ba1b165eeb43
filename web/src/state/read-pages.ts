import { LIST_MOST_ROWS } from '#contract/limits.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { formatNumber } from '../lib/format.ts';
import { call, type CallAnswer, type CallSaid } from '../server/client.ts';

/** A file holds this many rows: more of them take minutes to read, and nobody looks through them in a table. */
const MOST_ROWS = 20_000;

type RowsOf<E extends AnyEndpoint> = CallAnswer<E> extends { data: readonly (infer Row)[] } ? Row : never;

/** Every row of a list that comes page by page. Throws with a sentence for people where there are too many. */
export async function readPages<E extends AnyEndpoint>(endpoint: E, said: CallSaid<E>): Promise<RowsOf<E>[]> {
  const read: RowsOf<E>[] = [];
  for (let page = 1; ; page += 1) {
    const query = { ...(said as { query?: object }).query, page, perPage: LIST_MOST_ROWS };
    const answer = (await call(endpoint, { ...said, query } as CallSaid<E>)) as unknown as {
      data: RowsOf<E>[];
      meta: { pagination: { total: number; total_pages: number } };
    };
    const { total, total_pages: pages } = answer.meta.pagination;
    if (total > MOST_ROWS) {
      throw new Error(
        `В списке ${formatNumber(total)} строк, в файл помещается ${formatNumber(MOST_ROWS)}. Выберите период короче или скачайте отчёт.`,
      );
    }
    read.push(...answer.data);
    if (page >= pages) return read;
  }
}
