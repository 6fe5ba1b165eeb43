/** A parameter in PostgreSQL's text format; bytes go unchanged. */
export function toParameter(value: unknown): string | Buffer | null {
  if (value === null || value === undefined || Buffer.isBuffer(value)) return value ?? null;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return `{${value.map(formatArrayElement).join(',')}}`;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

const BIGINT = 20;
const HEAD_BYTES = 20;
const ELEMENT_BYTES = 12;

/**
 * Whole numbers as PostgreSQL's `bigint[]` in its binary format, for the long arrays of a batch: written as text they
 * cost both sides several times as much. Throws RangeError on a number that is not whole or is past 2^53.
 */
export function encodeBigints(values: readonly (number | null)[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + ELEMENT_BYTES * values.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = HEAD_BYTES;
  for (const value of values) {
    if (value === null) {
      view.setInt32(end, -1);
      end += 4;
      continue;
    }
    if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`);
    view.setInt32(end, 8);
    view.setInt32(end + 4, Math.floor(value / 2 ** 32));
    view.setUint32(end + 8, value >>> 0);
    end += ELEMENT_BYTES;
  }
  view.setInt32(0, 1);
  const hasNulls = end < bytes.length;
  view.setInt32(4, hasNulls ? 1 : 0);
  view.setInt32(8, BIGINT);
  view.setInt32(12, values.length);
  // Index of the first parameter.
  view.setInt32(16, 1);
  return bytes.subarray(0, end);
}

const PLAIN_WORD = /^(?!null$)[\w:.-]+$/i;

/** Most elements of a batch's arrays are numbers and plain words, which need no quotes. */
function formatArrayElement(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const written = toParameter(value);
  if (written === null) return 'NULL';
  if (Array.isArray(value)) return String(written);
  if (typeof written !== 'string') return `"\\\\x${written.toString('hex')}"`;
  return PLAIN_WORD.test(written) ? written : `"${written.replace(/["\\]/g, '\\$&')}"`;
}
