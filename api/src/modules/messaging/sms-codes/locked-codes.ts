import { SMS_CODE_MAX_TRIES } from '#contract/limits.ts';
import { SMS_MESSAGES } from '#contract/identity/sms-code.ts';
import { fieldRefusal } from '../../../errors.ts';
import { findRightCode, describeWrongCode, type CheckedCode, type CodeInput } from './check-code.ts';
import type { WaitingCode } from './sms-codes.ts';

/** Codes locked for a batch of actions. They are checked and spent in memory and written with the actions. */
export interface LockedCodes {
  /**
   * Like `checkCode`: returns the code of this user for this action, or refuses on `sms`. Guesses of one batch cannot
   * share a try, because each sees what the one before it took.
   */
  check(input: CodeInput): CheckedCode;
  spend(codeId: CheckedCode): void;
  /** The codes that were tried or spent, as they are now. */
  changed(): WaitingCode[];
}

export function lockedCodes(locked: readonly WaitingCode[], now: Date): LockedCodes {
  const codes = new Map(locked.map((code) => [code.id, { ...code }]));
  const changed = new Set<WaitingCode>();
  return {
    check(input) {
      const meant = [...codes.values()].filter((code) => matchesInput(code, input));
      const fitting = meant.filter((code) => code.tries < SMS_CODE_MAX_TRIES);
      const right = findRightCode(fitting, input.code);
      if (!right) {
        for (const code of fitting) {
          code.tries += 1;
          changed.add(code);
        }
        throw fieldRefusal('sms', describeWrongCode(meant));
      }
      if (right.expires_at <= now) throw fieldRefusal('sms', SMS_MESSAGES.expired);
      return right.id as CheckedCode;
    },
    spend(codeId) {
      const code = codes.get(codeId);
      if (!code || code.used) throw new Error(`code ${codeId} is not in hand`);
      code.used = true;
      changed.add(code);
    },
    changed: () => [...changed],
  };
}

/** True if the code was sent for this action or for any. Remaining tries are checked elsewhere. */
function matchesInput(code: WaitingCode, input: CodeInput): boolean {
  if (code.user_id !== input.userId || code.used) return false;
  if (input.strict && (code.subject === null || code.sum_kopecks === null)) return false;
  if (code.purpose === null) return true;
  const fits = input.subjects === 'any' || code.subject === null || input.subjects.includes(code.subject);
  return (
    code.purpose === input.purpose &&
    fits &&
    (code.sum_kopecks === null || code.sum_kopecks === input.sumKopecks)
  );
}
