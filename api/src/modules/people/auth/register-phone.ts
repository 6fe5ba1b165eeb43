import { KNOWN_CARRIER_CODE } from '#contract/auth.ts';
import { maskPhone } from '#contract/phone.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal, Refusal } from '../../../errors.ts';
import { hashOf, newToken } from '../../../lib/secrets.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { sendCode } from '../sms-codes/send-code.ts';
import { isCarrierWithoutLogin } from '../users/is-carrier-without-login.ts';

/**
 * First step of the sign-in: sends a code to the phone, known or new. The token in the answer binds the next step to
 * this one. Refuses a robot, a carrier without a login (10114, spec section 8) and too many codes.
 */
export async function registerPhone(
  ctx: Context,
  asked: { phone: string; recaptchaToken: string; ip: string },
): Promise<{ token: string }> {
  const refusal = await reasonToRefuse(ctx, asked);
  if (refusal) {
    await recordEvent(ctx.db.system, {
      at: ctx.clock.now(),
      what: 'sign-in-refused',
      ip: asked.ip,
      details: { phone: maskPhone(asked.phone), reason: refusal.reason },
    });
    throw refusal;
  }
  const token = newToken();
  await sendCode(ctx, {
    phone: asked.phone,
    userId: null,
    tokenHash: hashOf(token),
    purpose: 'sign-in',
    subject: null,
    sumKopecks: null,
    deed: 'вход в личный кабинет',
    ip: asked.ip,
  });
  return { token };
}

async function reasonToRefuse(
  ctx: Context,
  asked: { phone: string; recaptchaToken: string; ip: string },
): Promise<Refusal | null> {
  if (!(await ctx.captcha.verify(asked.recaptchaToken, asked.ip))) {
    return fieldRefusal('recaptchaToken', 'Подтвердите, что вы не робот');
  }
  if (await isCarrierWithoutLogin(ctx.db.system, asked.phone)) return knownCarrier(ctx.config.operator.phone);
  return null;
}

/** The sentence of spec section 8, word for word. */
function knownCarrier(operatorPhone: string): Refusal {
  return new Refusal(
    409,
    'known-carrier',
    `Вы уже зарегистрированы у нас! Позвоните нам ${operatorPhone} чтобы получать заказы на перевозку!`,
    { code: KNOWN_CARRIER_CODE },
  );
}
