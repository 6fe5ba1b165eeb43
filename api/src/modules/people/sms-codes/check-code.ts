import type { Kopecks } from '#contract/kopecks.ts';
import { SMS_CODE_MAX_TRIES } from '#contract/limits.ts';
import { SMS_MESSAGES, type SmsPurpose } from '#contract/sms-code.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { fieldRefusal, Refusal } from '../../../errors.ts';
import { sameHash, saltedHash } from '../../../lib/secrets.ts';
import { giveTriesBack } from './code-counts.ts';
import { isCodeExhausted, markCodeUsed, takeTries, type TakenTry } from './sms-codes.ts';
import { findUsedCodes } from './used-code-store.ts';

export interface CodeInput {
  userId: number;
  code: string;
  /** `first-admin`: no client asks for it by name (decision 51). */
  purpose: SmsPurpose | 'first-admin';
  /** What the code is for, in every form in which a client may have named it. */
  subjects: readonly string[] | 'any';
  sumKopecks: Kopecks | null;
  /** Only a code that was asked for with this purpose, subject and sum confirms it, not one for any operation. */
  strict?: boolean;
  /** Only a code that was sent for this very purpose and subject confirms it: one that was asked for without a purpose does not. */
  exact?: boolean;
}

declare const checked: unique symbol;
/** A code that was entered correctly and is not spent yet. */
export type CheckedCode = number & { readonly [checked]: true };

/**
 * Checks that this is the user's code for this deed. A wrong guess counts for good, whatever becomes of the deed.
 * Refuses on `sms`: wrong, used, expired, no tries left. The deed itself spends the code later.
 */
export async function checkCode(ctx: Context, input: CodeInput): Promise<CheckedCode> {
  const tries = await takeTries(ctx.db.system, input);
  const right = findRightCode(tries, input.code);
  if (!right) {
    const exhausted = tries.length === 0 && (await isCodeExhausted(ctx.db.system, input, ctx.clock.now()));
    throw await explainIfUsed(
      ctx,
      input,
      fieldRefusal('sms', exhausted ? SMS_MESSAGES.exhausted : whyWrong(tries)),
    );
  }
  await giveTriesBack(
    ctx.db.system,
    tries.map((takenTry) => takenTry.id),
  );
  if (right.expires_at <= ctx.clock.now()) throw fieldRefusal('sms', SMS_MESSAGES.expired);
  return right.id as CheckedCode;
}

/** Spends the code in the transaction of the deed, so that the code of a deed refused later stays good. */
export async function spendCode(tx: Db, codeId: CheckedCode, now: Date, field = 'sms'): Promise<void> {
  if (!(await markCodeUsed(tx, { codeId, now }))) throw fieldRefusal(field, SMS_MESSAGES.used);
}

/**
 * The same refusal, or another one when the code called wrong has confirmed such a deed before: whoever has confirmed it
 * in another tab would think that it is still to be done.
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

export function whyWrong(tries: readonly Pick<TakenTry, 'tries'>[]): string {
  const left = tries.some((item) => item.tries < SMS_CODE_MAX_TRIES);
  return left || tries.length === 0 ? SMS_MESSAGES.wrong : SMS_MESSAGES.exhausted;
}
