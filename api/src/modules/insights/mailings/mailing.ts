import type {
  MailedReport,
  MailingFormat,
  MailingRhythm,
  MAILING_STATES,
} from '#contract/insights/mailings.ts';
import { formatDateShort, moscowDay } from '../../../lib/money-format.ts';

/**
 * Time of a report. `day` is of the week (1 is Monday) or of the month, or null for every day. The hour is in Moscow
 * time.
 */
export interface Schedule {
  rhythm: MailingRhythm;
  day: number | null;
  hour: number;
}

export interface Mailing extends Schedule {
  id: number;
  companyId: number;
  authorId: number;
  title: string;
  report: MailedReport;
  query: string;
  format: MailingFormat;
  state: (typeof MAILING_STATES)[number];
  nextAt: Date;
}

/** A user's input for a mailing. */
export interface MailingInput extends Schedule {
  title: string;
  report: MailedReport;
  query: string;
  format: MailingFormat;
  addresses: readonly string[];
}

/** Moscow days `YYYY-MM-DD`, both included. */
export interface Period {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Moscow has had no other time since 2014. */
const MOSCOW_MS = 3 * HOUR_MS;

/** The next moment of a schedule after this one. */
export function nextTime({ rhythm, day, hour }: Schedule, after: Date): Date {
  for (let later = 0; ; later += 1) {
    const midnight = Date.parse(moscowDay(after, later)) - MOSCOW_MS;
    const at = new Date(midnight + hour * HOUR_MS);
    if (at > after && isDueOn(moscowDay(at), { rhythm, day })) return at;
  }
}

function isDueOn(iso: string, { rhythm, day }: Pick<Schedule, 'rhythm' | 'day'>): boolean {
  if (rhythm === 'day') return true;
  return rhythm === 'week' ? weekday(iso) === day : Number(iso.slice(8)) === day;
}

/** 1 is Monday. */
function weekday(iso: string): number {
  return new Date(iso).getUTCDay() || 7;
}

/** Returns the period reported at a moment: the Moscow day, the week from Monday to Sunday, or the month before it. */
export function periodBefore(rhythm: MailingRhythm, at: Date): Period {
  const today = moscowDay(at);
  if (rhythm === 'day') return { from: moscowDay(at, -1), to: moscowDay(at, -1) };
  if (rhythm === 'week') {
    const monday = Date.parse(today) - (weekday(today) - 1) * DAY_MS;
    return { from: formatIsoDay(monday - 7 * DAY_MS), to: formatIsoDay(monday - DAY_MS) };
  }
  const last = formatIsoDay(Date.parse(`${today.slice(0, 7)}-01`) - DAY_MS);
  return { from: `${last.slice(0, 7)}-01`, to: last };
}

function formatIsoDay(midnight: number): string {
  return new Date(midnight).toISOString().slice(0, 10);
}

/** «с 01.11.2026 по 30.11.2026», of one day «за 26.11.2026». */
export function formatPeriod({ from, to }: Period): string {
  return from === to ? `за ${formatDateShort(from)}` : `с ${formatDateShort(from)} по ${formatDateShort(to)}`;
}

const WEEKDAYS = [
  'каждый понедельник',
  'каждый вторник',
  'каждую среду',
  'каждый четверг',
  'каждую пятницу',
  'каждую субботу',
  'каждое воскресенье',
];

/** «каждый понедельник в 9:00» */
export function formatSchedule({ rhythm, day, hour }: Schedule): string {
  const days = {
    day: 'каждый день',
    week: WEEKDAYS[(day ?? 1) - 1],
    month: `${day}-го числа каждого месяца`,
  };
  return `${days[rhythm]} в ${hour}:00`;
}

/** Returns whether the list is reported in its current state, without a period. */
export function isCurrentStateReport(report: MailedReport): boolean {
  return report === 'cards' || report === 'drivers';
}

const PAGE: Readonly<Record<MailedReport, string>> = {
  cards: '/cabinet',
  operations: '/cabinet/card-transactions',
  invoices: '/cabinet/invoices-issued',
  documents: '/cabinet/documents',
  drivers: '/cabinet/drivers',
  statement: '/cabinet/statement',
  summary: '/cabinet/transactions',
};

/** Returns the path of the same data in the cabinet. */
export function getCabinetPath(
  { report, query }: Pick<Mailing, 'report' | 'query'>,
  { from, to }: Period,
): string {
  const search = new URLSearchParams(query);
  if (report === 'operations' || report === 'statement' || report === 'summary') {
    search.set('from', from);
    search.set('to', to);
  }
  return search.size > 0 ? `${PAGE[report]}?${search}` : PAGE[report];
}
