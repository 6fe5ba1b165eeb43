import type { z } from 'zod';
import type { card } from '#contract/cards.ts';
import { LIMIT_PERIOD } from '#contract/ids.ts';
import type { FileColumn } from '../../../lib/table-file.ts';

/** The list of cards as a file. */
export const CARD_COLUMNS: readonly FileColumn<z.input<typeof card>>[] = [
  { header: 'Карта', kind: 'name', of: (one) => one.card_number },
  { header: 'Сеть', of: (one) => one.partner.title },
  { header: 'Статус', of: (one) => one.status.title },
  { header: 'Остаток', kind: 'sum', of: (one) => one.card_sum },
  { header: 'Комментарий', of: (one) => one.comment },
  {
    header: 'Водители',
    of: (one) => one.drivers.map(({ name, surname }) => `${surname} ${name}`).join(', '),
  },
  { header: 'Машина', of: (one) => one.vehicle?.plate ?? null },
  { header: 'Марка машины', of: (one) => one.vehicle?.brand ?? null },
  { header: 'Группа машин', of: (one) => one.vehicle?.group_title ?? null },
  { header: 'Лимит', kind: 'sum', of: (one) => one.limit?.unit_count ?? null },
  { header: 'Единица лимита', of: (one) => one.limit?.unit.title ?? null },
  { header: 'Период лимита', of: (one) => (one.limit ? LIMIT_PERIOD[one.limit.period.id].per : null) },
  { header: 'Потрачено за период', kind: 'sum', of: (one) => one.limit?.spent ?? null },
];
