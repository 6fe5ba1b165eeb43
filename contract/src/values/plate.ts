import { z } from 'zod';
import { REQUIRED } from '../fields.ts';
import { splitAtMatch } from './found-part.ts';
import { FOREIGN_PLATES_IN_TEXT, foreignPlateParts, namesModel, readForeignPlate } from './foreign-plate.ts';

/**
 * Number plates. Russian ones (ГОСТ Р 50577-2018) are stored in Cyrillic capitals, whose letters look the same in both
 * alphabets. Those of neighbours are stored in Latin ones (`foreign-plate.ts`), and so are D and CD of embassies.
 */

const LATIN = 'ABEKMHOPCTYX';
const CYRILLIC = 'АВЕКМНОРСТУХ';
const LETTER = `[${CYRILLIC}]`;
/** The region's code comes last. */
const SHAPES = [
  // A car or truck; a trailer; a bus or taxi; a tractor, motorcycle or military vehicle.
  new RegExp(`^(${LETTER})(\\d{3})(${LETTER}{2})(\\d{2,3})$`),
  new RegExp(`^(${LETTER}{2})(\\d{4})(\\d{2,3})$`),
  new RegExp(`^(${LETTER}{2})(\\d{3})(\\d{2})$`),
  new RegExp(`^(\\d{4})(${LETTER}{2})(\\d{2,3})$`),
  // Transit plates, then plates for leaving Russia permanently.
  new RegExp(`^(${LETTER}{2})(\\d{3})(${LETTER})(\\d{2,3})$`),
  new RegExp(`^(Т)(${LETTER}{2})(\\d{3})(\\d{2,3})$`),
  // Police: a car, a trailer, a motorcycle.
  new RegExp(`^(${LETTER})(\\d{4})(\\d{2,3})$`),
  new RegExp(`^(\\d{3})(${LETTER})(\\d{2,3})$`),
  new RegExp(`^(\\d{4})(${LETTER})(\\d{2,3})$`),
  // An embassy: its head, its diplomats, its staff.
  /^(\d{3})(CD)(\d)(\d{2,3})$/,
  /^(\d{3})([DТ])(\d{3})(\d{2,3})$/,
] as const;
const SPACES = /[\s\u00a0\u202f·•_-]+/g;
const QUOTES = /["'`«»“”„‘’]/g;
const COUNTRY = String.raw`(?:RUS|РУС|регион|рег\.?)`;

/**
 * Reads «a 123 bc 77 регион» as «А123ВС77», «ав 1234-7» as `AB1234-7`. Returns null for a text that no plate looks
 * like.
 */
export function readPlate(text: string): string | null {
  const typed = text
    .normalize('NFKC')
    .replace(QUOTES, '')
    .replace(/[\s.,;]+$/, '')
    .replace(new RegExp(`[\\s_-]*${COUNTRY}$`, 'i'), '')
    .trim();
  const latin = toLatin(typed);
  const foreign = readForeignPlate(latin);
  // A hyphen or space before one last digit makes a Belarusian plate of what without it is a Russian one.
  if (foreign?.includes('-') && !/^[A-Z]{2}\d{5}$/.test(latin)) return foreign;
  const plain = plainPlate(typed).replace('СD', 'CD');
  const parts = getParts(plain);
  const isIssued = parts?.every((part) => !/^0+$/.test(part)) ?? false;
  return isIssued ? plain : foreign;
}

/** Returns true if a text has this plate, or a plate has this part, however both are typed; an empty part is in none. */
export function includesPlate(whole: string, part: string): boolean {
  const wanted = plainPlate(part);
  return wanted !== '' && plainPlate(whole).includes(wanted);
}

/** Converts a plate or a part of one to the form for a search: capitals, Cyrillic, no spaces and no hyphens. */
export function plainPlate(text: string): string {
  return text
    .replace(SPACES, '')
    .toUpperCase()
    .replace(/[A-Z]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter);
}

/** «А123ВС77» → «А 123 ВС 77», with spaces that do not break. */
export function formatPlate(plate: string): string {
  return (getParts(plate) ?? foreignPlateParts(plate) ?? [plate]).join('\u00a0');
}

/** «А 123 ВС 77 · Volvo FH»: one notation of a truck in choices, columns and messages. */
export function formatTruck({ plate, brand }: { plate: string; brand: string }): string {
  return [formatPlate(plate), brand].filter(Boolean).join(' · ');
}

/** Returns a text whose Russian plates do not break over lines, as they are typed: «Volvo FH Р 140 ТТ 790». */
export function gluePlates(text: string): string {
  return text.replace(
    PLATE_IN_TEXT,
    (found, before: string) => before + joinPlate(found.slice(before.length)),
  );
}

/** A group of its own takes what stands before a plate, because the oldest browsers cannot look behind. */
const PLATE_IN_TEXT = new RegExp(
  `(^|[^\\p{L}\\d])(?:${LETTER} ?\\d{3} ?${LETTER}{2} ?\\d{2,3}|${LETTER}{2} ?\\d{4} ?\\d{2,3})(?!\\d)`,
  'giu',
);

function joinPlate(plate: string): string {
  return plate.replaceAll(' ', '\u00a0');
}

/** The plate that stands somewhere in a text, with the text without it; null where there is none. */
export function plateIn(text: string): { plate: string; rest: string } | null {
  const letter = `[${LATIN}${CYRILLIC}]`;
  const gap = '[\\s\\u00a0-]*';
  const region = `\\d{2,3}(?!\\d)(?:${gap}${COUNTRY})?`;
  const shapes = [
    `${letter}${gap}\\d{3}${gap}${letter}{2}${gap}${region}`,
    `${letter}{2}${gap}\\d{4}${gap}${region}`,
    ...FOREIGN_PLATES_IN_TEXT.map((shape) => `${shape.replaceAll(' ?', '[\\s\\u00a0]?')}(?!\\d)`),
  ];
  for (const shape of shapes) {
    const found = new RegExp(`(?<before>^|[^\\p{L}\\d])${shape}(?![\\p{L}])`, 'iu').exec(text);
    const cut = found && splitAtMatch(found);
    const plate = cut && readPlate(cut.part);
    if (cut && plate && !namesModel(plate))
      return {
        plate,
        rest: cut.rest
          .replace(/["'«»“”„]\s*["'«»“”„]/g, ' ')
          .replace(/\s+/g, ' ')
          .replace(/^[\s,;:.–—-]+|[\s,;:.–—-]+$/g, ''),
      };
  }
  return null;
}

/** Converts to capitals with single spaces, and Cyrillic letters to the Latin ones that look the same. */
function toLatin(text: string): string {
  return text
    .toUpperCase()
    .replace(/[–—-]+/g, '-')
    .replace(/[\s\u00a0\u202f·•_]+/g, ' ')
    .replace(/ ?- ?/g, '-')
    .replace(/[А-Я]/g, (letter) => LATIN[CYRILLIC.indexOf(letter)] ?? letter);
}

function getParts(plate: string): string[] | null {
  for (const shape of SHAPES) {
    const [, ...parts] = shape.exec(plate) ?? [];
    if (parts.length > 0) return parts;
  }
  return null;
}

export const NO_PLATE =
  'Номер пишут так: А 123 ВС 77, у прицепа АВ 1234 77. Буквы только А, В, Е, К, М, Н, О, Р, С, Т, У, Х. Иностранный: AB 1234-7, 123 ABC 02';

export const plateField = z
  .string({ error: ({ input }) => (input === undefined || input === null ? REQUIRED : 'Ожидается текст') })
  .max(40, NO_PLATE)
  .transform((text, context) => {
    const plate = readPlate(text);
    if (plate !== null) return plate;
    context.addIssue({ code: 'custom', message: text.trim() === '' ? REQUIRED : NO_PLATE });
    return z.NEVER;
  });
