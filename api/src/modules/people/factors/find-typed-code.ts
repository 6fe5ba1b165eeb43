import { isSlowHash, sameHash, saltedHash, slowHash } from '../../../lib/secrets.ts';
import { plainCode, type HashedCode } from './recovery-codes.ts';

/** The kept code that was typed. Codes of before the slow hash have a quick one, until they are used or renewed. */
export async function findTypedCode<Kept extends HashedCode>(
  kept: readonly Kept[],
  typed: string,
): Promise<Kept | null> {
  const text = plainCode(typed);
  for (const ofSalt of Map.groupBy(kept, ({ salt }) => salt.toString('hex')).values()) {
    const [{ salt, codeHash }] = ofSalt as [Kept];
    const hash = isSlowHash(codeHash) ? await slowHash(text, salt) : saltedHash(text, salt);
    const right = ofSalt.find((one) => sameHash(hash, one.codeHash));
    if (right) return right;
  }
  return null;
}
