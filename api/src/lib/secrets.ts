import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  scrypt,
  timingSafeEqual,
  type ScryptOptions,
} from 'node:crypto';
import { promisify } from 'node:util';

/** 256 bits, safe in a header and in a URL. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Length of a hash. */
export const HASH_BYTES = 32;

/** Tokens are stored only as their hash. */
export function hashSha256(text: string | Uint8Array): Buffer {
  return hash('sha256', text, 'buffer');
}

export function hashSha256Hex(text: string | Uint8Array): string {
  return hash('sha256', text, 'hex');
}

/** Returns `count` decimal digits from a cryptographic source. */
export function newDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

/** Returns `count` characters of the alphabet from a cryptographic source. */
export function randomString(count: number, alphabet: string): string {
  return Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('');
}

export function newSalt(): Buffer {
  return randomBytes(16);
}

export function saltedHash(text: string, salt: Uint8Array): Buffer {
  return createHmac('sha256', salt).update(text).digest();
}

const SLOW_HASH_BYTES = 64;
/** 16 MiB and some 40 ms: for secrets that are random, but short enough for a machine that guesses. */
const SLOW = { N: 16_384, r: 8, p: 1 };

/** Scrypt, in a separate thread. The result is twice as long as `saltedHash`, so the two differ by length. */
export function slowHash(text: string, salt: Uint8Array): Promise<Buffer> {
  return promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt)(
    text,
    salt,
    SLOW_HASH_BYTES,
    SLOW,
  );
}

export function isSlowHash(hash: Uint8Array): boolean {
  return hash.length === SLOW_HASH_BYTES;
}

export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const SEAL = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a secret with another one, to be stored where others can read. */
export function seal(text: string, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(SEAL, sealKey(secret), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Returns null when it was sealed with another secret, or has been changed. */
export function openSealed(sealed: Uint8Array, secret: string): string | null {
  try {
    const cipher = createDecipheriv(SEAL, sealKey(secret), sealed.subarray(0, NONCE_BYTES));
    cipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const opened = [cipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()];
    return Buffer.concat(opened).toString('utf8');
  } catch {
    return null;
  }
}

function sealKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'magistral sealed secret', 32));
}

/** A hash of a value that ignores the order of its keys. */
export function hashOfValue(value: unknown): Buffer {
  return hashSha256(canonical(value));
}

function canonical(value: unknown): string {
  if (Number.isFinite(value)) return String(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  let text = '';
  // Avoids Object.entries because every posting passes here twice.
  for (const key of Object.keys(value).sort()) {
    const part = (value as Record<string, unknown>)[key];
    if (part !== undefined) text += `${text && ','}${JSON.stringify(key)}:${canonical(part)}`;
  }
  return `{${text}}`;
}
