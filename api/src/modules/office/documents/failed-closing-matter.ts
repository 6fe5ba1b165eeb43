import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { listInWords } from '../../cards/commands/list-in-words.ts';
import type { Askable, MatterKind } from '../../cards/commands/matter-kind.ts';
import { findClosing } from './find-closing.ts';
import { listFailedClosings } from './list-failed-closings.ts';
import { monthWords } from './month-words.ts';

/** «Закрытие месяца»: a company's month whose papers could not be made. */
export const failedClosingMatter = {
  list: listInWords(listFailedClosings, ({ month, problem }) => ({
    asked: `Документы за ${monthWords(month)}`,
    problem: 'Документы месяца не удалось сделать',
    details: [{ label: 'Что не так', value: problem }],
    deeds: ['ask'],
  })),
  askAgain,
} satisfies MatterKind & Askable;

async function askAgain(ctx: Context, closingId: number): Promise<void> {
  const found = await findClosing(ctx.db.system, closingId);
  if (!found) throw notFound('Закрытие месяца не найдено');
  if (!found.failed) throw conflict('Документы этого месяца уже сделаны или ещё делаются');
  const { month } = found;
  await enqueueJob(ctx.db.system, 'close-month', { month }, { key: `close-month:${month}` });
}
