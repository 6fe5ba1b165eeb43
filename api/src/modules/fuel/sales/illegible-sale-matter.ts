import { illegibleWords } from '../../cards/commands/illegible-words.ts';
import { listInWords } from '../../cards/commands/list-in-words.ts';
import type { MatterKind } from '../../cards/commands/matter-kind.ts';
import { listIllegibleSales } from './list-illegible-sales.ts';

/** «Нечитаемые записи»: a record of a list of sales that nobody can read. */
export const illegibleSaleMatter = {
  list: listInWords(listIllegibleSales, (one) => ({
    asked: 'Запись списка продаж',
    ...illegibleWords(one),
    deeds: ['close'],
  })),
} satisfies MatterKind;
