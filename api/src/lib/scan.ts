import { fieldRefusal } from '../errors.ts';

/** Allowed kinds of a scanned document, decided by the first bytes and never by the name (docs/calls.md 3). */
export type ScanMime = 'image/png' | 'image/jpeg' | 'application/pdf';

const SIGNATURES: readonly { mime: ScanMime; bytes: readonly number[] }[] = [
  { mime: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mime: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { mime: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
];

/** Returns null when the content is not png, jpg or pdf. */
export function scanMime(content: Uint8Array): ScanMime | null {
  return SIGNATURES.find(({ bytes }) => bytes.every((byte, at) => content[at] === byte))?.mime ?? null;
}

/** The end mark of a PDF may be this far from the end of the file, because programs add a few lines after it. */
const TAIL_BYTES = 2048;

/** Checks that a PDF is complete from head to end. A truncated one can't be opened. */
export function isCompletePdf(content: Buffer): boolean {
  const tail = content.subarray(-TAIL_BYTES).toString('latin1');
  return /startxref\s+\d+\s+%%EOF/.test(tail);
}

/** Refuses on `field` an uploaded PDF that has lost its end. `document` is its kind in the accusative case. */
export function assertCompletePdf(field: string, content: Buffer, document = 'документ'): void {
  if (!isCompletePdf(content))
    throw fieldRefusal(
      field,
      `Файл PDF неполный: отсканируйте или скачайте ${document} ещё раз и загрузите его целиком`,
    );
}

const NAME_LENGTH = 200;

/** Allowed endings of a name, with the usual one of each kind. */
const HARMLESS = ['png', 'jpg', 'jpeg', 'pdf'];
const USUAL: Record<ScanMime, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'application/pdf': 'pdf' };

/**
 * Returns the name as the user knows the file, without a path and without characters that would confuse a log or a
 * header. An ending that is not a scan's is replaced by that of the content: `act.hta` would be run when opened.
 */
export function scanName(input: string, fallback: string, mime: ScanMime): string {
  const last = input.split(/[\\/]/).at(-1) ?? '';
  // eslint-disable-next-line no-control-regex -- control characters are what is taken out
  const clean = last.replace(/[\u0000-\u001f\u007f]/g, '').trim();
  const [, stem = '', ending = ''] = /^(.*)\.([^.]*)$/s.exec(clean) ?? [];
  const isHarmless = ending === '' || HARMLESS.includes(ending.toLowerCase());
  const name = isHarmless ? clean || fallback : `${stem || fallback}.${USUAL[mime]}`;
  return [...name].slice(-NAME_LENGTH).join('');
}
