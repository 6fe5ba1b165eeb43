/**
 * Names of fields that are never stored, such as codes, tokens and keys. `sms` is the code that confirms an action,
 * `endpoint` an address that only a browser knows.
 */
const SECRET = /code|token|secret|password|captcha|signature|credential|hash|^(sms|auth|p256dh|endpoint)$/i;
const PHONE = /phone/i;
const MAIL = /mail/i;
const MAX_CHARACTERS = 300;
const MAX_ITEMS = 20;
const MAX_DEPTH = 4;

/**
 * Returns the input of a call in a form that may be stored forever: without secrets, without whole phones and
 * addresses, and without long values.
 */
export function redactInput(input: Record<string, unknown>): Record<string, unknown> | null {
  const redacted = redact(input, 0) as Record<string, unknown>;
  return Object.keys(redacted).length === 0 ? null : redacted;
}

/** Returns true for a field whose value is never stored. */
export function isSecret(name: string): boolean {
  return SECRET.test(name);
}

function redact(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shortened(value);
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || depth >= MAX_DEPTH) return undefined;
  if (Array.isArray(value)) {
    const redacted = value.slice(0, MAX_ITEMS).map((item) => redact(item, depth + 1) ?? null);
    return value.length > MAX_ITEMS ? [...redacted, `… ещё ${value.length - MAX_ITEMS}`] : redacted;
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => one !== undefined && !isSecret(name))
      .map(([name, one]) => [name, hidden(name, redact(one, depth + 1))]),
  );
}

/** Cutting may leave half of a surrogate pair, which jsonb does not accept; nor does it take a zero byte. */
function shortened(text: string): string {
  const cut = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
  return cut.replaceAll('\0', '').toWellFormed();
}

function hidden(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (PHONE.test(name)) return maskPhone(value);
  return MAIL.test(name) ? value.replace(/^(.).*(@.*)$/, '$1…$2') : value;
}

/** `79000000001` → `…0001`. */
function maskPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.length > 4 ? `…${digits.slice(-4)}` : '…';
}
