import { MAINTENANCE_OF_EVERYTHING } from '#contract/ids.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import { notify } from '../modules/messaging/notices/notify.ts';
import type { MaintenanceRecord } from '../modules/programme/maintenance/maintenance.ts';
import { listPartners } from '../modules/programme/partners/partners.ts';

/** Notifies all users of announced maintenance. The same maintenance announced again with another time is news. */
export async function notifyOfMaintenance(ctx: Context, tx: Db, works: MaintenanceRecord): Promise<void> {
  const { partnerId, message, startsAt, endsAt } = works;
  const isWhole = partnerId === MAINTENANCE_OF_EVERYTHING;
  const partner = isWhole
    ? undefined
    : (await listPartners(tx)).find((partnerRecord) => partnerRecord.id === partnerId);
  await notify(tx, {
    kind: 'maintenance',
    companyId: null,
    facts: {
      message,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      partner: partner?.title ?? null,
    },
    about: `${partnerId}:${startsAt.toISOString()}:${endsAt.toISOString()}`,
    now: ctx.clock.now(),
  });
}
