import { KNOWN_CARRIER_CODE } from '#contract/identity/auth.ts';
import { maskPhone } from '#contract/values/phone.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal, Refusal } from '../../../errors.ts';
import { getAddressBlock } from '../../../lib/get-address-block.ts';
import { hashSha256, newToken } from '../../../lib/secrets.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { findContacts } from '../../programme/contacts/contacts.ts';
import { isNearLimits } from '../../messaging/sms-codes/assert-not-too-often.ts';
import { sendCode } from '../../messaging/sms-codes/send-code.ts';
import type { CodeAsker } from '../../messaging/sms-codes/code-text.ts';
import { isCarrierWithoutLogin } from '../../messaging/users/users.ts';
import { isKnownDevice } from './known-devices.ts';

export interface SignInRequest {
  phone: string;
  recaptchaToken: string;
  ip: string;
  /** The token of the browser's cookie. Null means a program without cookies. */
  device: string | null;
}

/**
 * First step of the sign-in: sends a code to the phone, known or new. The token in the answer binds the next step to
 * this one. Refuses a robot, a carrier without a login (10114, spec section 8) and too many codes.
 */
export async function registerPhone(ctx: Context, args: SignInRequest): Promise<{ token: string }> {
  const { phone, device } = args;
  const asker = {
    askedBy: device === null ? null : hashSha256(device),
    byKnownDevice: await isKnownDevice(ctx, { phone, device }),
  };
  const refusal = await reasonToRefuse(ctx, args, asker);
  if (refusal) {
    await recordEvent(ctx.db.system, {
      at: ctx.clock.now(),
      what: 'sign-in-refused',
      ip: args.ip,
      details: { phone: maskPhone(args.phone), reason: refusal.reason },
    });
    throw refusal;
  }
  const token = newToken();
  await sendCode(ctx, {
    phone: args.phone,
    userId: null,
    tokenHash: hashSha256(token),
    ...SIGN_IN,
    action: 'вход в кабинет',
    ip: args.ip,
    asker,
  });
  return { token };
}

async function reasonToRefuse(ctx: Context, args: SignInRequest, asker: CodeAsker): Promise<Refusal | null> {
  if (!(await isPerson(ctx, args, asker))) return fieldRefusal('recaptchaToken', NOT_A_ROBOT);
  if (await isCarrierWithoutLogin(ctx.db.system, args.phone))
    return knownCarrierRefusal((await findContacts(ctx)).phone);
  return null;
}

/** Checks the captcha only after half of the limit for anonymous callers is used. Until then any token passes. */
async function isPerson(ctx: Context, args: SignInRequest, asker: CodeAsker): Promise<boolean> {
  if (args.recaptchaToken.trim() === '') return false;
  const { captcha, codeLimits } = ctx.config;
  const code = { ...asker, phone: args.phone, ip: getAddressBlock(args.ip), ...SIGN_IN };
  const measure = { limits: codeLimits, now: ctx.clock.now() };
  if (captcha !== null && !(await isNearLimits(ctx.db.system, code, measure))) return true;
  return ctx.captcha.verify(args.recaptchaToken, args.ip);
}

const NOT_A_ROBOT = 'Подтвердите, что вы не робот';
const SIGN_IN = { purpose: 'sign-in', subject: null, sumKopecks: null } as const;

/** The sentence of spec section 8, word for word. */
function knownCarrierRefusal(operatorPhone: string): Refusal {
  return new Refusal(
    409,
    'known-carrier',
    `Вы уже зарегистрированы у нас! Позвоните нам ${operatorPhone} чтобы получать заказы на перевозку!`,
    { code: KNOWN_CARRIER_CODE },
  );
}
