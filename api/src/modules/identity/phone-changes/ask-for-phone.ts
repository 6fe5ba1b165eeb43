import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { insertChange } from './phone-changes.ts';

export interface PhoneChangeRequest {
  oldPhone: string;
  newPhone: string;
  name: string;
  comment: string;
  ip: string;
}

/** Stores the request for the staff. The caller never learns whether the phone belongs to a user. */
export async function askForPhone(ctx: Context, args: PhoneChangeRequest): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const made = await insertChange(tx, { ...args, now });
    if (!made) return;
    await recordEvent(tx, {
      at: now,
      what: 'phone-change-asked',
      userId: made.userId,
      companyId: made.companyId ?? undefined,
      ip: args.ip,
      targets: [{ kind: 'phone-change', id: made.id }],
    });
  });
}
