import { newSalt, slowHash } from '../../../lib/secrets.ts';
import { plainCode, type HashedCode } from './recovery-codes.ts';

/** A set has one salt, so that a try costs one slow hash. */
export async function hashRecoveryCodes(codes: readonly string[]): Promise<HashedCode[]> {
  const salt = newSalt();
  return Promise.all(codes.map(async (code) => ({ salt, codeHash: await slowHash(plainCode(code), salt) })));
}
