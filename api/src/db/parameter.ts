/** A parameter of a statement as PostgreSQL reads it; bytes go as they are. */
export function parameterOf(value: unknown): string | Buffer | null {
  if (value === null || value === undefined || Buffer.isBuffer(value)) return value ?? null;
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

const PLAIN_WORD = /^(?!null$)[\w:.-]+$/i;

/** Numbers and plain words, of which the arrays of a batch are made for the most part, need no quotes. */
function elementOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const written = parameterOf(value);
  if (written === null) return 'NULL';
  if (typeof written !== 'string') return `"\\\\x${written.toString('hex')}"`;
  return PLAIN_WORD.test(written) ? written : `"${written.replace(/["\\]/g, '\\$&')}"`;
}
