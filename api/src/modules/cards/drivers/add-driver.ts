import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import type { CardDriver } from '../cards/card-driver.ts';
import { countDriversInTurn, insertDriver } from './driver-store.ts';

/**
 * Adds a driver to the company; cards are attached to him later. Returns the same driver for the same request key. 409
 * when the company has as many as it may.
 */
export function addDriver(
  ctx: Context,
  said: {
    scope: CompanyScope;
    name: string;
    surname: string;
    patronymic?: string;
    phone?: string;
    requestKey: RequestKey | null;
  },
): Promise<CardDriver> {
  const { scope, name, surname, patronymic, phone, requestKey } = said;
  const now = ctx.clock.now();
  return ctx.db.inCompany(scope, (tx) =>
    doOnce(tx, requestKey, now, async () => {
      const most = ctx.config.driversPerCompany;
      if ((await countDriversInTurn(tx, scope)) >= most) throw conflict(tooMany(most));
      const person = { name, surname, patronymic: patronymic || null, phone: phone ?? null, now };
      return insertDriver(tx, scope, person);
    }),
  );
}

function tooMany(most: number): string {
  return `У компании может быть не больше ${most} водителей. Удалите тех, кто больше не работает`;
}
