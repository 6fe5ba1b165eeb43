/** A parameter in PostgreSQL's text format; bytes go unchanged. */
export function parameterOf(value: unknown): string | Buffer | null {
  if (value === null || value === undefined || Buffer.isBuffer(value)) return value ?? null;
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

const PLAIN_WORD = /^(?!null$)[\w:.-]+$/i;

/** Most elements of a batch's arrays are numbers and plain words, which need no quotes. */
function elementOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const written = parameterOf(value);
  if (written === null) return 'NULL';
  if (typeof written !== 'string') return `"\\\\x${written.toString('hex')}"`;
  return PLAIN_WORD.test(written) ? written : `"${written.replace(/["\\]/g, '\\$&')}"`;
}
