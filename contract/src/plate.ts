import { z } from 'zod';
import { REQUIRED } from './fields.ts';

/** Number plates of vehicles registered in Russia (ГОСТ Р 50577-2018): their letters look the same in both alphabets. */

const LATIN = 'ABEKMHOPCTYX';
const CYRILLIC = 'АВЕКМНОРСТУХ';
const LETTER = `[${CYRILLIC}]`;
/** A car or truck, a trailer, a taxi or bus, a tractor or motorcycle, a vehicle in transit; the region's code comes last. */
const SHAPES = [
  new RegExp(`^(${LETTER})(\\d{3})(${LETTER}{2})(\\d{2,3})$`),
  new RegExp(`^(${LETTER}{2})(\\d{4})(\\d{2,3})$`),
  new RegExp(`^(${LETTER}{2})(\\d{3})(\\d{2})$`),
  new RegExp(`^(\\d{4})(${LETTER}{2})(\\d{2,3})$`),
  new RegExp(`^(${LETTER}{2})(\\d{3})(${LETTER})(\\d{2,3})$`),
] as const;
const SPACES = /[\s\u00a0\u202f·•_-]+/g;

/** «a 123 bc 77» → «А123ВС77»: capitals, Cyrillic, no spaces; null for what no plate looks like. */
export function readPlate(text: string): string | null {
  const plain = plainPlate(text.replace(SPACES, '').replace(/RUS$|РУС$/i, ''));
  const parts = partsOf(plain);
  const isIssued = parts?.every((part) => !/^0+$/.test(part)) ?? false;
  return isIssued ? plain : null;
}

/** A plate or a part of it as it is kept: capitals, Cyrillic, no spaces. */
export function plainPlate(text: string): string {
  return text
    .replace(SPACES, '')
    .toUpperCase()
    .replace(/[A-Z]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter);
}

/** «А123ВС77» → «А 123 ВС 77», with spaces that do not break. */
export function formatPlate(plate: string): string {
  return (partsOf(plate) ?? [plate]).join('\u00a0');
}

/** The plate that stands somewhere in a text, with the text without it; null where there is none. */
export function plateIn(text: string): { plate: string; rest: string } | null {
  const letter = `[${LATIN}${CYRILLIC}]`;
  const gap = '[\\s\\u00a0-]*';
  const region = '\\d{2,3}(?!\\d)';
  const shapes = [
    `${letter}${gap}\\d{3}${gap}${letter}{2}${gap}${region}`,
    `${letter}{2}${gap}\\d{4}${gap}${region}`,
  ];
  for (const shape of shapes) {
    const found = new RegExp(`(?<![\\p{L}\\d])${shape}(?![\\p{L}])`, 'iu').exec(text);
    const plate = found && readPlate(found[0]);
    if (found && plate)
      return {
        plate,
        rest: text
          .replace(found[0], ' ')
          .replace(/\s+/g, ' ')
          .replace(/^[\s,;:.–—-]+|[\s,;:.–—-]+$/g, ''),
      };
  }
  return null;
}

function partsOf(plate: string): string[] | null {
  for (const shape of SHAPES) {
    const [, ...parts] = shape.exec(plate) ?? [];
    if (parts.length > 0) return parts;
  }
  return null;
}

export const NO_PLATE =
  'Номер пишут так: А123ВС77, у прицепа АВ123477. Буквы только А, В, Е, К, М, Н, О, Р, С, Т, У, Х';

export const plateField = z
  .string({ error: ({ input }) => (input === undefined || input === null ? REQUIRED : 'Ожидается текст') })
  .max(40, NO_PLATE)
  .transform((text, context) => {
    const plate = readPlate(text);
    if (plate !== null) return plate;
    context.addIssue({ code: 'custom', message: text.trim() === '' ? REQUIRED : NO_PLATE });
    return z.NEVER;
  });
