import { Readable } from 'node:stream';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { FileAnswer } from '../../../http/call.ts';
import type { Days } from '../../papers/exchange/download-enterprise-data.ts';
import { countLeftOut, countParts } from './count-store.ts';
import { writeExport } from './write-export.ts';

/**
 * Returns the operator's own documents of these days as a message for 1C, streamed, and records the reader. Refuses with
 * 404 if there are none.
 */
export async function downloadExport(
  ctx: Context,
  input: { days: Days; userId: number; ip: string },
): Promise<FileAnswer> {
  const { days, userId, ip } = input;
  const parts = await countParts(ctx.db.system, days);
  const documents = parts.reduce((sum, { count }) => sum + count, 0);
  const { removed } = await countLeftOut(ctx.db.system, days);
  if (documents + removed === 0)
    throw notFound('За эти дни нет документов: ни УПД, ни платежей, ни счетов сетей');
  const pieces = writeExport(ctx, days);
  // A failure of the first piece is still an error with a sentence.
  const first = await pieces.next();
  await ctx.db.inSystem((tx) =>
    recordEvent(tx, {
      at: ctx.clock.now(),
      what: 'books-exported',
      userId,
      ip,
      details: { firstDay: days.from, lastDay: days.to, documents },
    }),
  );
  async function* message(): AsyncGenerator<string> {
    if (!first.done) yield first.value;
    yield* pieces;
  }
  return {
    file: Readable.from(message(), { objectMode: false }),
    name: `Документы программы для 1С ${days.from} — ${days.to}.xml`,
    mime: 'application/xml; charset=utf-8',
  };
}
