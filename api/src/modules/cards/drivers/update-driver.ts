import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { countOpenLinks, lockDriver, writeDriver } from './drivers.ts';
import type { CardDriver } from '../cards/card-driver.ts';

/**
 * Replaces a driver's name and phone as a whole. 404 for another company's driver. A new phone ends the links that were
 * sent to the old one (migration 980), and the answer gives their number. Returns the same for the same request key.
 */
export function updateDriver(
  ctx: Context,
  input: {
    scope: CompanyScope;
    driverId: number;
    name: string;
    surname: string;
    patronymic?: string;
    phone?: string;
    requestKey: RequestKey | null;
  },
): Promise<{ driver: CardDriver; linksRevoked: number }> {
  const { scope, driverId, name, surname, patronymic = null, phone = null, requestKey } = input;
  return ctx.db.inCompany(scope, (tx) =>
    doOnce(tx, requestKey, ctx.clock.now(), async () => {
      const before = await lockDriver(tx, scope, driverId);
      if (!before) throw notFound('Водитель не найден');
      const linksRevoked = before.phone === phone ? 0 : await countOpenLinks(tx, scope, driverId);
      const driver = await writeDriver(tx, scope, { id: driverId, name, surname, patronymic, phone });
      return { driver, linksRevoked };
    }),
  );
}
