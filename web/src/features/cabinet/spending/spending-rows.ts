import type { z } from 'zod';
import { shortNumber } from '#contract/values/card-number.ts';
import type { EndpointMeta } from '#contract/endpoint.ts';
import type { operationsSummaryRow, summarizeOperations, SummarySide } from '#contract/fuel/spending.ts';
import { formatPlate } from '#contract/values/plate.ts';
import { formatDate } from '../../../lib/format.ts';

export type SpendingRow = z.infer<typeof operationsSummaryRow>;
export type SpendingMeta = EndpointMeta<typeof summarizeOperations>;

/** The words for a grouping: in the choice of groupings, and over its column. */
export const SIDE_LABELS: Record<SummarySide, { choice: string; column: string }> = {
  month: { choice: 'По месяцам', column: 'Месяц' },
  network: { choice: 'По сетям', column: 'Сеть' },
  card: { choice: 'По картам', column: 'Карта' },
  driver: { choice: 'По водителям', column: 'Водитель' },
  vehicle: { choice: 'По машинам', column: 'Машина' },
  group: { choice: 'По группам машин', column: 'Группа машин' },
  goods: { choice: 'По топливу', column: 'Топливо' },
  station: { choice: 'По АЗС', column: 'АЗС' },
};

/** The same inside a sentence: `по АЗС`. */
export function formatSideInSentence(by: SummarySide): string {
  return SIDE_LABELS[by].choice.replace('П', 'п');
}

/** A row's title; for a card its `names` one, as in the lists to choose from. */
export function rowTitle(by: SummarySide, row: SpendingRow, names: ReadonlyMap<string, string>): string {
  if (row.key === null) return 'Остальные';
  switch (by) {
    case 'month':
      return formatDate(row.title, 'month');
    case 'card':
      return names.get(row.key) ?? shortNumber(row.title);
    case 'driver':
      return row.title || 'Без водителя';
    case 'vehicle':
      return formatTruck(row.title) || 'Без машины';
    case 'group':
      return row.title || 'Без группы';
    case 'station':
      return row.title || 'Без адреса';
    case 'goods':
      return row.title || 'Без названия';
    case 'network':
      return row.title;
  }
}

/** «В563УМ77 · DAF XF» of the report with the plate as everywhere. */
function formatTruck(title: string): string {
  const [plate = '', ...brand] = title.split(' · ');
  return [formatPlate(plate), ...brand].join(' · ');
}
