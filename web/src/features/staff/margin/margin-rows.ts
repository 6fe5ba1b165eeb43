import type { MarginRow, MarginSide } from '#contract/backoffice/margin.ts';
import { capitalized, formatDate } from '../../../lib/format.ts';
import { getLastDay } from '../../../lib/get-last-day.ts';
import { paths } from '../../../paths.ts';
import type { MarginFilters } from './use-margin-filters.ts';

export const SIDE_LABEL: Record<MarginSide, { choice: string; column: string }> = {
  client: { choice: 'По клиентам', column: 'Клиент' },
  network: { choice: 'По сетям', column: 'Сеть' },
  goods: { choice: 'По товарам', column: 'Товар' },
  month: { choice: 'По месяцам', column: 'Месяц' },
};

/** «Октябрь 2026»; others as the server names them. */
export function formatRowTitle(by: MarginSide, { key, title }: Pick<MarginRow, 'key' | 'title'>): string {
  return by === 'month' && key !== null ? capitalized(formatDate(key, 'month')) : title;
}

/** Returns where a click on a row leads: to the client, to a month's clients, or to the terms of a network; null: nowhere. */
export function findRowPath({ by, from, to }: MarginFilters, { key }: MarginRow): string | null {
  if (key === null) return null;
  if (by === 'client') return paths.staffClient(Number(key));
  if (by === 'network') return paths.staffPurchaseTerms;
  if (by === 'goods') return null;
  const first = `${key}-01`;
  const last = getLastDay(first);
  return `${paths.staffMargin}?${new URLSearchParams({
    by: 'client',
    from: first > from ? first : from,
    to: last < to ? last : to,
  })}`;
}
