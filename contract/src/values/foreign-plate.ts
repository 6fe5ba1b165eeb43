/**
 * Number plates of the countries whose trucks drive on Russian cards. They are stored in Latin capitals, as their law
 * writes them. Belarusian ones have their hyphen, because without it `AB1234-7` would be the Russian bus `АВ 123 47`.
 */

interface ForeignShape {
  pattern: RegExp;
  /**
   * False for a shape that names of models share, «460 FH 13». It is read only where a plate is expected, not in
   * comments.
   */
  isSafeInText: boolean;
}

const BELARUSIAN = '[ABCEHIKMOPTX]{2}';
const SHAPES: readonly ForeignShape[] = [
  // Belarus: trucks, then cars.
  { pattern: new RegExp(`(${BELARUSIAN}) ?(\\d{4})[ -]([0-8])`), isSafeInText: true },
  { pattern: new RegExp(`(\\d{4}) ?(${BELARUSIAN})[ -]?([0-8])`), isSafeInText: true },
  // Kazakhstan: people, then companies.
  { pattern: /(\d{3}) ?([A-Z]{3}) ?(0[1-9]|1\d|20)/, isSafeInText: true },
  { pattern: /(\d{3}) ?([A-Z]{2}) ?(0[1-9]|1\d|20)/, isSafeInText: false },
  // Kyrgyzstan.
  { pattern: /(\d{2}) ?(KG) ?(\d{3}) ?([A-Z]{2,3})/, isSafeInText: true },
  // Uzbekistan: people, then companies. A region is one of the fourteen.
  {
    pattern: /(01|10|20|25|30|40|50|60|70|75|80|85|90|95) ?([A-Z]) ?(\d{3}) ?([A-Z]{2})/,
    isSafeInText: true,
  },
  { pattern: /(01|10|20|25|30|40|50|60|70|75|80|85|90|95) ?(\d{3}) ?([A-Z]{3})/, isSafeInText: true },
];

/** Makes and models that are as long as the letters of a plate, «18 480 TGX». */
const MODELS = /(DAF|GAZ|MAN|MAZ|TG[ALMSX]|ZIL)/;

/**
 * Reads «1234 ав-7» in Latin capitals with single spaces as `1234AB-7`. Returns null for a text that no foreign plate
 * looks like.
 */
export function readForeignPlate(latin: string): string | null {
  const parts = foreignPlateParts(latin);
  return parts && parts.join('');
}

/** `1234AB-7` → «1234», «AB-7»: the groups between which a plate has its spaces. */
export function foreignPlateParts(latin: string): string[] | null {
  for (const [index, { pattern }] of SHAPES.entries()) {
    const [, ...parts] = new RegExp(`^${pattern.source}$`).exec(latin) ?? [];
    if (parts.length === 0 || parts.some((part) => /^0{2,}$/.test(part))) continue;
    const [first = '', second = '', third = '', ...rest] = parts;
    return index < 2 ? [first, `${second}-${third}`] : [first, second, third, ...rest].filter(Boolean);
  }
  return null;
}

/** Patterns of what is a foreign plate in the middle of a text. A Belarusian region follows a hyphen there. */
export const FOREIGN_PLATES_IN_TEXT: readonly string[] = SHAPES.filter(
  ({ isSafeInText }) => isSafeInText,
).map(({ pattern }) => pattern.source.replaceAll('[ -]?', '-').replaceAll('[ -]', '-'));

export function namesModel(plate: string): boolean {
  return MODELS.test(plate);
}
