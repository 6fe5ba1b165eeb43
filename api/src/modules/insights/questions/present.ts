import type { z } from 'zod';
import { toRubles } from '#contract/kopecks.ts';
import { ANSWER_ROWS, type answerQuestion } from '#contract/insights/questions.ts';
import { averagePrice, type Spending } from '#contract/fuel/summary/summary.ts';
import type { Answer } from './answer-question.ts';
import type { Subject } from './find-subject.ts';

type Presented = z.input<NonNullable<(typeof answerQuestion)['data']>>;

export function presentAnswer(answer: Answer | null): Presented {
  if (!answer) return null;
  const { measure, by, from, to, subject, summary } = answer;
  const rows = (summary?.rows ?? []).filter((row) => row.key !== null && row.count > 0).slice(0, ANSWER_ROWS);
  return {
    measure,
    by,
    from,
    to,
    about: subject.about,
    unknown: subject.unknown,
    report: toReport(subject),
    totals: summary && presentSpent(summary.totals),
    rows: rows.map((row) => ({ key: row.key ?? '', title: row.title, ...presentSpent(row) })),
    more: Math.max(0, (summary?.rowCount ?? 0) - rows.length),
  };
}

function presentSpent(spending: Spending) {
  const price = averagePrice(spending);
  return {
    count: spending.count,
    sum: toRubles(spending.spent),
    litres: spending.centilitres / 100,
    average_price: price === null ? null : toRubles(price),
  };
}

/** The report takes one of a kind. */
function toReport({ filter }: Subject): NonNullable<Presented>['report'] {
  const { partnerId, cardIds, driverIds, vehicleIds, goodsTitles } = filter;
  const lists = [cardIds, driverIds, vehicleIds, goodsTitles];
  if (lists.some((list) => list !== undefined && list.length !== 1)) return null;
  const [cardId] = cardIds ?? [];
  const [driverId] = driverIds ?? [];
  const [vehicleId] = vehicleIds ?? [];
  const [goods] = goodsTitles ?? [];
  return {
    ...(partnerId !== undefined && { partnerId }),
    ...(cardId !== undefined && { cardId }),
    ...(driverId !== undefined && { driverId }),
    ...(vehicleId !== undefined && { vehicleId }),
    ...(goods !== undefined && { goods }),
  };
}
