import type { Kopecks } from '#contract/kopecks.ts';
import { SMS_CODE_MAX_TRIES } from '#contract/limits.ts';
import { SMS_MESSAGES, type SmsPurpose } from '#contract/sms-code.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { fieldRefusal, Refusal } from '../../../errors.ts';
import { sameHash, saltedHash } from '../../../lib/secrets.ts';
import { giveTriesBack } from './give-tries-back.ts';
import { isCodeExhausted, markCodeUsed, takeTries, type TakenTry } from './sms-code-store.ts';
import { findUsedCodes } from './used-code-store.ts';

export interface SaidCode {
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
export async function checkCode(ctx: Context, said: SaidCode): Promise<CheckedCode> {
  const tries = await takeTries(ctx.db.system, said);
  const right = rightOf(tries, said.code);
  if (!right) {
    const exhausted = tries.length === 0 && (await isCodeExhausted(ctx.db.system, said, ctx.clock.now()));
    throw await toldIfUsed(
      ctx,
      said,
      fieldRefusal('sms', exhausted ? SMS_MESSAGES.exhausted : whyWrong(tries)),
    );
  }
  await giveTriesBack(
    ctx.db.system,
    tries.map((one) => one.id),
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
export async function toldIfUsed(ctx: Context, said: SaidCode, refusal: unknown): Promise<unknown> {
  if (!(refusal instanceof Refusal) || refusal.fields?.sms?.[0] !== SMS_MESSAGES.wrong) return refusal;
  const used = rightOf(await findUsedCodes(ctx.db.system, said, ctx.clock.now()), said.code);
  return used ? fieldRefusal('sms', SMS_MESSAGES.used) : refusal;
}

export function rightOf<Code extends Pick<TakenTry, 'salt' | 'code_hash'>>(
  tries: readonly Code[],
  code: string,
): Code | undefined {
  return tries.find((one) => sameHash(saltedHash(code, one.salt), one.code_hash));
}

export function whyWrong(tries: readonly Pick<TakenTry, 'tries'>[]): string {
  const left = tries.some((one) => one.tries < SMS_CODE_MAX_TRIES);
  return left || tries.length === 0 ? SMS_MESSAGES.wrong : SMS_MESSAGES.exhausted;
}
