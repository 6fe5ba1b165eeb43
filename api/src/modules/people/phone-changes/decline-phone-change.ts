import type { Context } from '../../../context.ts';
import { endPhoneChange } from './end-phone-change.ts';
import type { PhoneChange } from './phone-change-store.ts';

/** Staff refuse it, also within the day after it was allowed. */
export function declinePhoneChange(
  ctx: Context,
  asked: { id: number; reason: string; userId: number; ip: string },
): Promise<PhoneChange> {
  return endPhoneChange(ctx, { ...asked, state: 'declined' });
}
