import { RECOVERY_CODES } from '#contract/second-factor.ts';
import { newLetters } from '../../../lib/secrets.ts';

/** No letter that is taken for a digit. 32 signs: a code of twelve has 60 bits. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 12;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => grouped(newLetters(LENGTH, ALPHABET)));
}

/** `ABCD-EFGH-JKLM`, for the eyes. */
function grouped(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, '$1-');
}

export interface HashedCode {
  salt: Buffer;
  codeHash: Buffer;
}

/** However it is typed, it is the same code. */
export function plainCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
}
