import type { z } from 'zod';
import {
  MAILED_REPORT_TITLE,
  MAILED_REPORTS,
  type mailing,
  type MailedReport,
  type MailingRhythm,
} from '#contract/insights/mailings.ts';
import { SUMMARY_SIDES, type SummarySide } from '#contract/fuel/spending.ts';
import type { savedView } from '#contract/companies/views.ts';
import { isMailed } from '../../../tables/query-to-mail.ts';

export type Mailing = z.infer<typeof mailing>;

/** Contents of a mailing: a list or report under filters. */
export interface MailingSubject {
  report: MailedReport;
  query: string;
}

const SIDE: Readonly<Record<SummarySide, string>> = {
  month: 'по месяцам',
  network: 'по сетям',
  card: 'по картам',
  driver: 'по водителям',
  vehicle: 'по машинам',
  group: 'по группам машин',
  goods: 'по топливу',
  station: 'по АЗС',
};

interface Choice extends MailingSubject {
  label: string;
}

/** Lists what can be sent. The subject with which the form was opened comes first. */
export function subjectChoices(
  given: MailingSubject | null,
  views: readonly z.infer<typeof savedView>[],
): Choice[] {
  const lists = MAILED_REPORTS.filter((report) => report !== 'summary').map((report) => ({
    report,
    query: '',
    label: MAILED_REPORT_TITLE[report],
  }));
  const reports = SUMMARY_SIDES.map((by) => ({
    report: 'summary' as const,
    query: by === 'month' ? '' : `by=${by}`,
    label: `${MAILED_REPORT_TITLE.summary} ${SIDE[by]}`,
  }));
  const saved = views.flatMap(({ list, name, query }) =>
    isMailed(list) ? [{ report: list, query, label: `${MAILED_REPORT_TITLE[list]}: вид «${name}»` }] : [],
  );
  const known = [...lists, ...reports, ...saved];
  if (!given || known.some((item) => isSame(item, given))) return known;
  return [{ ...given, label: `${MAILED_REPORT_TITLE[given.report]}: с выбранными фильтрами` }, ...known];
}

export function isSame(a: MailingSubject, b: MailingSubject): boolean {
  return a.report === b.report && a.query === b.query;
}

export const WEEKDAYS = [
  'Понедельник',
  'Вторник',
  'Среда',
  'Четверг',
  'Пятница',
  'Суббота',
  'Воскресенье',
] as const;

const EACH_WEEKDAY = [
  'каждый понедельник',
  'каждый вторник',
  'каждую среду',
  'каждый четверг',
  'каждую пятницу',
  'каждую субботу',
  'каждое воскресенье',
] as const;

/** «каждую среду в 9:00» */
export function formatSchedule({ rhythm, day, hour }: Pick<Mailing, 'rhythm' | 'day' | 'hour'>): string {
  const labels: Record<MailingRhythm, string> = {
    day: 'каждый день',
    week: EACH_WEEKDAY[(day ?? 1) - 1] ?? '',
    month: `${day}-го числа каждого месяца`,
  };
  return `${labels[rhythm]} в ${hour}:00`;
}

/** Period that a mailing covers, shown under the choice of a rhythm. */
export const PERIOD_HINTS: Readonly<Record<MailingRhythm, string>> = {
  day: 'Придёт отчёт за вчерашний день',
  week: 'Придёт отчёт за прошлую неделю, с понедельника по воскресенье',
  month: 'Придёт отчёт за прошлый месяц',
};
