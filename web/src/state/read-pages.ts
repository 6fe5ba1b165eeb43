import { MAX_LIST_ROWS } from '#contract/limits.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { formatNumber } from '../lib/format.ts';
import { call, type CallAnswer, type CallInput } from '../server/client.ts';

/** Largest number of rows in a file. More rows take minutes to read, and no one reads them through in a table. */
const MAX_ROWS = 20_000;

type EndpointRow<E extends AnyEndpoint> =
  CallAnswer<E> extends { data: readonly (infer Row)[] } ? Row : never;

/** Every row of a list that comes page by page. Throws with a sentence for people where there are too many. */
export async function readPages<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<EndpointRow<E>[]> {
  const read: EndpointRow<E>[] = [];
  for (let page = 1; ; page += 1) {
    const query = { ...(input as { query?: object }).query, page, perPage: MAX_LIST_ROWS };
    const answer = (await call(endpoint, { ...input, query } as CallInput<E>)) as unknown as {
      data: EndpointRow<E>[];
      meta: { pagination: { total: number; total_pages: number } };
    };
    const { total, total_pages: pages } = answer.meta.pagination;
    if (total > MAX_ROWS) {
      throw new Error(
        `В списке ${formatNumber(total)} строк, в файл помещается ${formatNumber(MAX_ROWS)}. Выберите период короче или скачайте отчёт.`,
      );
    }
    read.push(...answer.data);
    if (page >= pages) return read;
  }
}
