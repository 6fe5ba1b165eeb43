import { z } from 'zod';
import { LIMIT_PERIODS, LIMIT_UNITS } from '../ids.ts';

/** The layer of rules that a card's limit or goods come from; `none` where no layer limits it. */
export const LIMIT_SOURCES = ['card', 'group', 'profile', 'none'] as const;
export type LimitSource = (typeof LIMIT_SOURCES)[number];

export const limit = z.object({
  unit_count: z.number().meta({ description: 'rubles or litres, by unit' }),
  unit: z.object({ id: z.enum(LIMIT_UNITS), title: z.string() }),
  period: z.object({ id: z.enum(LIMIT_PERIODS), title: z.string() }),
  spent: z.number().meta({ description: 'used within the current period, in Moscow' }),
  left: z.number(),
  source: z.enum(LIMIT_SOURCES).meta({ description: 'the layer of rules that it comes from' }),
});
