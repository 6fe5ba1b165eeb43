import type { z } from 'zod';
import type { card } from '#contract/cards/cards.ts';
import { LIMIT_PERIOD } from '#contract/ids.ts';
import type { FileColumn } from '../../../lib/tables/table-file.ts';

/** The list of cards as a file. */
export const CARD_COLUMNS: readonly FileColumn<z.input<typeof card>>[] = [
  { header: 'Карта', kind: 'name', of: (item) => item.card_number },
  { header: 'Сеть', of: (item) => item.partner.title },
  { header: 'Статус', of: (item) => item.status.title },
  { header: 'Остаток', kind: 'sum', of: (item) => item.card_sum },
  { header: 'Комментарий', of: (item) => item.comment },
  {
    header: 'Водители',
    of: (item) => item.drivers.map(({ name, surname }) => `${surname} ${name}`).join(', '),
  },
  { header: 'Машина', of: (item) => item.vehicle?.plate ?? null },
  { header: 'Марка машины', of: (item) => item.vehicle?.brand ?? null },
  { header: 'Группа', of: (item) => item.group?.title ?? null },
  { header: 'Лимит', kind: 'sum', of: (item) => item.limit?.unit_count ?? null },
  { header: 'Единица лимита', of: (item) => item.limit?.unit.title ?? null },
  { header: 'Период лимита', of: (item) => (item.limit ? LIMIT_PERIOD[item.limit.period.id].per : null) },
  { header: 'Потрачено за период', kind: 'sum', of: (item) => item.limit?.spent ?? null },
];
