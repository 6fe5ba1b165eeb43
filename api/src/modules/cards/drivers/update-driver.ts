import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { countOpenLinks, lockDriver, writeDriver } from './drivers.ts';
import type { CardDriver, DriverFields } from '../cards/card-driver.ts';

/**
 * Replaces what the company entered about a driver as a whole. 404 for another company's driver. A new phone ends the links that were
 * sent to the old one (migration 980), and the answer gives their number. Returns the same for the same request key.
 */
export function updateDriver(
  ctx: Context,
  input: {
    scope: CompanyScope;
    driverId: number;
    fields: DriverFields;
    requestKey: RequestKey | null;
  },
): Promise<{ driver: CardDriver; linksRevoked: number }> {
  const { scope, driverId, fields, requestKey } = input;
  return ctx.db.inCompany(scope, (tx) =>
    doOnce(tx, requestKey, ctx.clock.now(), async () => {
      const before = await lockDriver(tx, scope, driverId);
      if (!before) throw notFound('Водитель не найден');
      const linksRevoked =
        before.phone === (fields.phone ?? null) ? 0 : await countOpenLinks(tx, scope, driverId);
      const driver = await writeDriver(tx, scope, driverId, fields);
      return { driver, linksRevoked };
    }),
  );
}
