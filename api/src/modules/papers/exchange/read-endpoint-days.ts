import { MAX_ENDPOINT_DAYS } from '#contract/papers/exchange.ts';
import { badRequest } from '../../../errors.ts';

const DAY_MS = 86_400_000;
const DAY = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]*)?$/;

/** The Moscow days that a program asks for, both included. Refuses what is no day, is backwards or is too long. */
export function readEndpointDays(input: Record<string, unknown>): { dateFrom: string; dateTo: string } {
  const { format = 'json' } = input;
  if (typeof format !== 'string' || format.toLowerCase() !== 'json') throw badRequest('format: только json');
  const [dateFrom, dateTo] = [parseDay(input, 'dateFrom'), parseDay(input, 'dateTo')];
  if (dateFrom > dateTo) throw badRequest('dateFrom позже dateTo');
  if ((Date.parse(dateTo) - Date.parse(dateFrom)) / DAY_MS >= MAX_ENDPOINT_DAYS)
    throw badRequest(`Период больше ${MAX_ENDPOINT_DAYS} дней: загружайте по частям`);
  return { dateFrom, dateTo };
}

function parseDay(input: Record<string, unknown>, name: string): string {
  const text = input[name];
  const day = typeof text === 'string' ? DAY.exec(text.trim())?.[1] : undefined;
  const at = new Date(`${day}T00:00:00Z`);
  // The 31st of June would be read as the 1st of July.
  if (
    !day ||
    Number.isNaN(at.getTime()) ||
    !at.toISOString().startsWith(day) ||
    day < '2000' ||
    day >= '2101'
  )
    throw badRequest(`${name}: нужна дата ГГГГ-ММ-ДД`);
  return day;
}
