import { AUDIT_TITLE } from '#contract/backoffice/audit-titles.ts';
import { MAX_MY_DATA_ROWS } from '#contract/identity/personal-data.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { listOwnActions, readOwnParts, readOwnProfile } from './my-data-store.ts';

/** All that the programme knows of a person, as JSON (152-ФЗ, article 14). That it was taken is a line in the log. */
export async function exportMyData(
  ctx: Context,
  { userId, ip }: { userId: number; ip: string },
): Promise<Buffer> {
  const { system } = ctx.db;
  const now = ctx.clock.now();
  const profile = await readOwnProfile(system, userId);
  const parts = await readOwnParts(system, { userId, phone: profile.phone });
  const actions = await listOwnActions(system, userId);
  await recordEvent(system, { at: now, what: 'my-data-taken', userId, ip });
  const file = {
    made_at: now.toISOString(),
    newest_of_each: MAX_MY_DATA_ROWS,
    profile,
    ...parts,
    deeds: actions.map((deed) => ({ ...deed, title: AUDIT_TITLE[deed.what] ?? deed.what })),
  };
  return Buffer.from(`${JSON.stringify(file, null, 2)}\n`);
}
