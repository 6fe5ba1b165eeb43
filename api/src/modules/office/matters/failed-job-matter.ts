import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { listInWords } from '../../cards/commands/list-in-words.ts';
import type { Askable, MatterKind } from '../../cards/commands/matter-kind.ts';
import { listFailedJobs, retryFailedJob } from './failed-job-store.ts';
import { jobText, withoutSecrets } from './job-words.ts';

/** «Задачи»: a job that the queue does not try any more. */
export const failedJobMatter = {
  list: listInWords(listFailedJobs, ({ id, task, payload, lastError }) => ({
    asked: jobText(task, payload),
    problem: 'Не получилось, и попытки кончились',
    details: [
      { label: 'Последняя ошибка', value: withoutSecrets(lastError) },
      { label: 'Задача', value: `${task}, № ${id}` },
    ],
    deeds: ['ask'],
  })),
  askAgain,
} satisfies MatterKind & Askable;

async function askAgain(ctx: Context, jobId: number): Promise<void> {
  if (!(await retryFailedJob(ctx.db.system, jobId)))
    throw conflict('Эта задача уже выполнена, или её выполняют снова');
}
