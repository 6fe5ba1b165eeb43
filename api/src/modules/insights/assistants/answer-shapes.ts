import { z } from 'zod';
import { rubles } from '#contract/kopecks.ts';
import { clientBalances } from '#contract/money/money.ts';

/**
 * Answers of the tools as described to a model: fewer fields than a screen has. A shortened list also states its total.
 */

const link = z.string().describe('страница кабинета с этими строками');
const moment = z.string().describe('московское время, +03:00');
const litres = z.number();

export const CARDS_ANSWER = z.object({
  found: z.int().describe('сколько карт нашлось'),
  shown: z.int().describe('сколько из них здесь'),
  balance_total: rubles.describe('остаток всех найденных карт, а не только показанных'),
  cards: z.array(
    z.object({
      id: z.int(),
      number: z.string(),
      network: z.string(),
      status: z.string(),
      balance: rubles,
      comment: z.string(),
      drivers: z.array(z.string()),
      limit: z.string().nullable(),
      link,
    }),
  ),
});

export const OPERATIONS_ANSWER = z.object({
  found: z.int().describe('сколько операций за период на всех страницах'),
  fuel_total: z.object({ sum: rubles, litres }).describe('топливо за весь период, за вычетом возвратов'),
  page: z.int(),
  pages: z.int(),
  link,
  operations: z.array(
    z.object({
      id: z.int(),
      at: moment,
      card: z.string(),
      type: z.string(),
      status: z.string(),
      sum: rubles,
      charged: rubles.optional(),
      goods: z.string().optional(),
      litres: litres.optional(),
      pieces: z.number().optional(),
      price: rubles.optional(),
      station: z.string().optional(),
      link,
    }),
  ),
});

export const SPENDING_ANSWER = z.object({
  total: z.object({ sum: rubles, litres, count: z.int(), previous_sum: rubles.nullable() }),
  compared_with: z.object({ from: z.string(), to: z.string() }).nullable(),
  unfinished: z.boolean().describe('период ещё не закончился'),
  found: z.int().describe('сколько строк всего; те, что не поместились, собраны в последней'),
  link,
  rows: z.array(
    z.object({
      key: z.string().nullable(),
      title: z.string(),
      sum: rubles,
      litres,
      count: z.int(),
      average_price: rubles.nullable(),
      link,
    }),
  ),
});

export const BALANCES_ANSWER = z.object({
  ...clientBalances.shape,
  accounts_total: rubles.describe('все счета сетей вместе'),
  link,
});

export const DOCUMENTS_ANSWER = z.object({
  found: z.int(),
  total: z.object({ sum: rubles, vat: rubles }).describe('всех документов года'),
  documents: z.array(
    z.object({
      id: z.int(),
      month: z.string(),
      title: z.string(),
      network: z.string(),
      sum: rubles.nullable(),
      vat: rubles.nullable(),
      received: moment.nullable(),
      link,
    }),
  ),
});
