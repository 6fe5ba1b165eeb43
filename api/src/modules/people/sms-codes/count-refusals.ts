import type { Context } from '../../../context.ts';
import type { SmsRefusal } from '../../../gateways/sms/sms.ts';
import { memoizePerOwner } from '../../../lib/memoize-per-owner.ts';

export const REFUSAL_KINDS: readonly SmsRefusal[] = [
  'auth',
  'balance',
  'blocked',
  'number',
  'rate',
  'temporary',
];

/** How many messages of this process the provider has not accepted, by its reason; whoever sends one adds to it. */
export const countRefusals = memoizePerOwner((_ctx: Context): Record<SmsRefusal, number> => ({
  auth: 0,
  balance: 0,
  blocked: 0,
  number: 0,
  rate: 0,
  temporary: 0,
}));
