import { ANSWER_ROWS } from '#contract/insights/questions.ts';
import { readQuestion, type Question } from '#contract/insights/read-question.ts';
import type { SummarySide } from '#contract/fuel/spending.ts';
import type { Summary } from '#contract/fuel/summary/summary.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { summarizeOperations } from '../../fuel/history/summarize-operations.ts';
import { findSubject, type Subject } from './find-subject.ts';

export interface Answer {
  measure: Question['measure'];
  by: SummarySide;
  from: string;
  to: string;
  subject: Subject;
  /** Null if a word was not understood. */
  summary: Summary | null;
}

/** Answers a typed question from the company's report of spending; null where nothing is asked. Without a period: this month. */
export async function answerQuestion(
  ctx: Context,
  scope: CompanyScope,
  text: string,
): Promise<Answer | null> {
  const today = moscowDay(ctx.clock.now());
  const question = readQuestion(text, today);
  if (!question) return null;
  const days = question.period ?? { from: `${today.slice(0, 7)}-01`, to: today };
  const subject = await ctx.db.inCompany(scope, (tx) => findSubject(tx, scope, question.words, days));
  const by = question.by ?? getDefaultSide(subject, days);
  const isUnderstood = subject.unknown.length === 0;
  const filter = { ...subject.filter, dateFrom: days.from, dateTo: days.to };
  // One row more than is shown would be the rest, added up.
  const summary = isUnderstood
    ? await summarizeOperations(ctx, scope, { by, filter, max: ANSWER_ROWS + 1 })
    : null;
  return { measure: question.measure, by, ...days, subject, summary };
}

/** Returns the usual grouping for a question without rows: by card for several cards, by fuel for one card. */
function getDefaultSide({ filter }: Subject, { from, to }: { from: string; to: string }): SummarySide {
  const { cardIds, driverIds, vehicleIds } = filter;
  if (vehicleIds && vehicleIds.length > 1) return 'vehicle';
  const isOne = [cardIds, driverIds, vehicleIds].some((some) => some?.length === 1);
  if (!isOne) return 'card';
  return from.slice(0, 7) === to.slice(0, 7) ? 'goods' : 'month';
}
