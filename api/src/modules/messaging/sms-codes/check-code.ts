import type { Kopecks } from '#contract/kopecks.ts';
import { SMS_CODE_MAX_TRIES } from '#contract/limits.ts';
import { SMS_MESSAGES, type SmsPurpose } from '#contract/identity/sms-code.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { fieldRefusal, Refusal } from '../../../errors.ts';
import { sameHash, saltedHash } from '../../../lib/secrets.ts';
import { restoreTries } from './code-counts.ts';
import { isCodeExhausted, markCodeUsed, takeTries, type TakenTry } from './sms-codes.ts';
import { findUsedCodes } from './used-code-store.ts';

export interface CodeInput {
  userId: number;
  code: string;
  /** `first-admin`: no client asks for it by name (decision 51). */
  purpose: SmsPurpose | 'first-admin';
  /** Purpose of the code, in every form in which a client may have named it. */
  subjects: readonly string[] | 'any';
  sumKopecks: Kopecks | null;
  /**
   * Only a code that was requested with this purpose, subject and sum confirms it. A code for any operation does not.
   */
  strict?: boolean;
  /**
   * Only a code that was sent for this very purpose and subject confirms it. A code requested without a purpose does
   * not.
   */
  exact?: boolean;
}

declare const checked: unique symbol;
/** A code that was entered correctly and is not spent yet. */
export type CheckedCode = number & { readonly [checked]: true };

/**
 * Checks that this is the user's code for this action. A wrong guess counts permanently, whatever the outcome of the
 * action. Refuses on `sms`: wrong, used, expired, no tries left. The action itself spends the code later.
 */
export async function checkCode(ctx: Context, input: CodeInput): Promise<CheckedCode> {
  const tries = await takeTries(ctx.db.system, input);
  const right = findRightCode(tries, input.code);
  if (!right) {
    const exhausted = tries.length === 0 && (await isCodeExhausted(ctx.db.system, input, ctx.clock.now()));
    throw await explainIfUsed(
      ctx,
      input,
      fieldRefusal('sms', exhausted ? SMS_MESSAGES.exhausted : describeWrongCode(tries)),
    );
  }
  await restoreTries(
    ctx.db.system,
    tries.map((takenTry) => takenTry.id),
  );
  if (right.expires_at <= ctx.clock.now()) throw fieldRefusal('sms', SMS_MESSAGES.expired);
  return right.id as CheckedCode;
}

/** Spends the code in the transaction of the action, so that the code stays valid if the action is refused later. */
export async function spendCode(tx: Db, codeId: CheckedCode, now: Date, field = 'sms'): Promise<void> {
  if (!(await markCodeUsed(tx, { codeId, now }))) throw fieldRefusal(field, SMS_MESSAGES.used);
}

/**
 * Returns the same refusal, or another one when the rejected code has already confirmed such an action. A user who
 * confirmed it in another tab would otherwise think that it is not done yet.
 */
export async function explainIfUsed(ctx: Context, input: CodeInput, refusal: unknown): Promise<unknown> {
  if (!(refusal instanceof Refusal) || refusal.fields?.sms?.[0] !== SMS_MESSAGES.wrong) return refusal;
  const used = findRightCode(await findUsedCodes(ctx.db.system, input, ctx.clock.now()), input.code);
  return used ? fieldRefusal('sms', SMS_MESSAGES.used) : refusal;
}

export function findRightCode<Code extends Pick<TakenTry, 'salt' | 'code_hash'>>(
  tries: readonly Code[],
  code: string,
): Code | undefined {
  return tries.find((item) => sameHash(saltedHash(code, item.salt), item.code_hash));
}

export function describeWrongCode(tries: readonly Pick<TakenTry, 'tries'>[]): string {
  const left = tries.some((item) => item.tries < SMS_CODE_MAX_TRIES);
  return left || tries.length === 0 ? SMS_MESSAGES.wrong : SMS_MESSAGES.exhausted;
}
