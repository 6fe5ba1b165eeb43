import { getLastDay } from '../../lib/get-last-day.ts';

/** Days of ready-made periods, both included. */
export type ReadyPeriod = { key: string; label: string; from: string; to: string };

/** Returns the most used periods, counted back from today, a Moscow day `YYYY-MM-DD`. */
export function readyPeriods(today: string): ReadyPeriod[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const quarter = Math.floor((month - 1) / 3) * 3 + 1;
  return [
    { key: 'today', label: 'Сегодня', from: today, to: today },
    { key: 'yesterday', label: 'Вчера', from: daysBefore(today, 1), to: daysBefore(today, 1) },
    { key: 'week', label: '7 дней', from: daysBefore(today, 6), to: today },
    { key: 'month', label: 'Этот месяц', from: firstDay(year, month), to: today },
    {
      key: 'last-month',
      label: 'Прошлый месяц',
      from: firstDay(year, month - 1),
      to: getLastDay(firstDay(year, month - 1)),
    },
    { key: 'quarter', label: 'Этот квартал', from: firstDay(year, quarter), to: today },
    {
      key: 'last-quarter',
      label: 'Прошлый квартал',
      from: firstDay(year, quarter - 3),
      to: getLastDay(firstDay(year, quarter - 1)),
    },
    { key: 'year', label: 'Этот год', from: firstDay(year, 1), to: today },
  ];
}

/** Months past the ends of a year are those of its neighbours. */
function firstDay(year: number, month: number): string {
  return dayText(Date.UTC(year, month - 1, 1));
}

function daysBefore(day: string, days: number): string {
  return dayText(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000);
}

function dayText(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
