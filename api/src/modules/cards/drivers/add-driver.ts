import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { countDriversInTurn, insertDriver } from './drivers.ts';
import type { CardDriver, DriverFields } from '../cards/card-driver.ts';

/**
 * Adds a driver to the company. Cards are attached later. Returns the same driver for the same request key. 409 when
 * the company has the maximum number. Stores that the driver was notified, and by whose statement (152-ФЗ, article 18,
 * 3).
 */
export function addDriver(
  ctx: Context,
  input: {
    scope: CompanyScope;
    fields: DriverFields;
    told?: boolean;
    userId: number;
    requestKey: RequestKey | null;
  },
): Promise<CardDriver> {
  const { scope, fields, told = false, userId, requestKey } = input;
  const now = ctx.clock.now();
  return ctx.db.inCompany(scope, (tx) =>
    doOnce(tx, requestKey, now, async () => {
      const max = ctx.config.driversPerCompany;
      if ((await countDriversInTurn(tx, scope)) >= max) throw conflict(tooMany(max));
      const driver = await insertDriver(tx, scope, fields, { by: told ? userId : null, now });
      const targets = [{ kind: 'driver', id: driver.id }];
      if (told)
        await recordEvent(tx, { at: now, what: 'driver-told', userId, companyId: scope.companyId, targets });
      return driver;
    }),
  );
}

function tooMany(max: number): string {
  return `У компании может быть не больше ${max} водителей. Удалите тех, кто больше не работает`;
}
