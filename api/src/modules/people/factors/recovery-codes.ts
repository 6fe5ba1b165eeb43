import { RECOVERY_CODES } from '#contract/second-factor.ts';
import { newLetters, newSalt, saltedHash } from '../../../lib/secrets.ts';

/** No letter that is taken for a digit. 32 signs: a code of twelve has 60 bits. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 12;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => grouped(newLetters(LENGTH, ALPHABET)));
}

/** `ABCD-EFGH-JKLM`, for the eyes; however it is typed, it is the same code. */
function grouped(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1-');
}

export function saltedCode(code: string): { salt: Buffer; codeHash: Buffer } {
  const salt = newSalt();
  return { salt, codeHash: hashOfCode(code, salt) };
}

export function hashOfCode(typed: string, salt: Uint8Array): Buffer {
  return saltedHash(typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''), salt);
}
