/** How the bytes of a statement were read. */
export type BankFileEncoding = 'utf-8' | 'utf-16le' | 'windows-1251' | 'cp866';

/** A key that every statement has, readable only in the file's real encoding. */
const TELLTALE = /^\s*(?:ВерсияФормата|Кодировка|Отправитель|РасчСчет)\s*=/m;

/** The largest sum accepted: even ninety of them added up stay below 2^53 kopecks. */
const MAX_RUBLE_DIGITS = 12;

/**
 * Bytes of a statement → text. What banks write as `Кодировка=Windows` or `DOS` cannot be trusted, so the bytes
 * decide: valid UTF-8 is UTF-8, otherwise the code page in which the header's keys make sense (docs/facts.md 3).
 * Never throws.
 */
export function decodeBankFile(bytes: Uint8Array): { text: string; encoding: BankFileEncoding } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le' };
  }
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true }).decode(bytes).normalize('NFC'),
      encoding: 'utf-8',
    };
  } catch {
    const windows = new TextDecoder('windows-1251').decode(bytes);
    if (TELLTALE.test(windows)) return { text: windows, encoding: 'windows-1251' };
    const dos = new TextDecoder('ibm866').decode(bytes);
    return TELLTALE.test(dos)
      ? { text: dos, encoding: 'cp866' }
      : { text: windows, encoding: 'windows-1251' };
  }
}

/**
 * «150000.00», «150 000,00», «150'000.5», «1,234.56» → kopecks; null when it is no sum.
 * A minus is read, since a balance may be overdrawn. A lone comma before three digits is refused, not guessed.
 */
export function readBankFileSum(text: string): number | null {
  const plain = text
    .replace(/[\s\u00a0\u202f\u2009'’`]/g, '')
    .replace(/^(-?\d{1,3}(?:,\d{3})+)(?=\.\d{1,2}$)/, (groups) => groups.replaceAll(',', ''))
    .replace(/^(-?\d{1,3}(?:\.\d{3})+)(?=,\d{1,2}$)/, (groups) => groups.replaceAll('.', ''));
  const match = /^(-?)(\d+)(?:[.,](\d{1,2}))?$/.exec(plain);
  if (!match) return null;
  const [, sign, whole = '', fraction = ''] = match;
  const rubles = whole.replace(/^0+(?=\d)/, '');
  if (rubles.length > MAX_RUBLE_DIGITS) return null;
  const kopecks = Number(rubles) * 100 + Number(fraction.padEnd(2, '0'));
  return sign === '-' && kopecks !== 0 ? -kopecks : kopecks;
}

/** «15.09.2026», also with a time after it → `2026-09-15`; null when there is no such day. */
export function readBankFileDate(text: string): string | null {
  const match = /^(\d{2})\.(\d{2})\.(\d{4})(?:\s+\d{1,2}:\d{2}(?::\d{2})?)?$/.exec(text.trim());
  if (!match) return null;
  const [, day, month, year] = match;
  const iso = `${year}-${month}-${day}`;
  const instant = new Date(`${iso}T00:00:00Z`);
  const real = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(iso);
  return real && iso >= '1990' && iso < '2100' ? iso : null;
}
