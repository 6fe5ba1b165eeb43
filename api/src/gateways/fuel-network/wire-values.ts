import { z } from 'zod';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { moscowDay } from '../../lib/money-format.ts';
import { hasVatRate } from '../../lib/vat.ts';

/** Networks write a number as a number or as text, sometimes with a comma (docs/facts.md 8). */
export const decimal = z
  .union([z.number(), z.string().regex(/^\s*-?\d+(?:[.,]\d+)?\s*$/)])
  .transform((input) => (typeof input === 'number' ? input : Number(input.trim().replace(',', '.'))));

/** Ids are sometimes numbers and sometimes text. */
export const identifier = z.union([z.number(), z.string().min(1)]).transform(String);

export function toKopecks(rubles: number): Kopecks {
  return kopecks(Math.round(rubles * 100));
}

/** A refund's litres count as positive too. Throws RangeError past what a number holds exactly. */
export function toCentilitres(litres: number): number {
  const centilitres = Math.round(Math.abs(litres) * 100);
  if (!Number.isSafeInteger(centilitres)) throw new RangeError(`not so many litres: ${litres}`);
  return centilitres;
}

/** Kopecks → `1234.50` for the wire. */
export function toWireRubles(sumKopecks: number): string {
  return `${Math.trunc(sumKopecks / 100)}.${String(Math.abs(sumKopecks % 100)).padStart(2, '0')}`;
}

/** Kopecks a litre, from what was actually paid: the client's real price. */
export function unitPrice(sumKopecks: number, centilitres: number): Kopecks {
  return kopecks(centilitres === 0 ? 0 : Math.round((sumKopecks * 100) / centilitres));
}

/** Moscow has used UTC+3 since 2014. */
const MOSCOW_MS = 3 * 3600 * 1000;

/** `2026-09-15T12:00:00`, Moscow time. */
export function toMoscowText(moment: Date): string {
  return new Date(moment.getTime() + MOSCOW_MS).toISOString().slice(0, 19);
}

export const NO_SALE_MOMENT = 'not a moment of a sale';

const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Parses the time of a sale: ISO 8601, or with a space for its T. Text without a zone is in `zone`. `Date` alone would
 * take 31 February for 3 March and 05.09 for 9 May.
 */
export function saleMoment(zone: '+03:00' | 'Z') {
  return z
    .string()
    .regex(MOMENT)
    .transform((text) => {
      const [, day = '', time = '', own = zone] = MOMENT.exec(text) ?? [];
      return new Date(z.iso.date().safeParse(day).success ? `${day}T${time}${own}` : Number.NaN);
    })
    .refine(isSaleMoment, NO_SALE_MOMENT);
}

/**
 * False for no moment at all, and for one before the first known VAT rate, as of a clock that was never set: the
 * documents of its month could not be made.
 */
export function isSaleMoment(moment: Date): boolean {
  return !Number.isNaN(moment.getTime()) && hasVatRate(moscowDay(moment));
}
