import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import type { CardDriver } from '../cards/card-driver.ts';
import { insertDriver } from './driver-store.ts';

/** Adds a driver to the company; cards are attached to him later. Returns the same driver for the same request key. */
export function addDriver(
  ctx: Context,
  person: {
    scope: CompanyScope;
    name: string;
    surname: string;
    patronymic?: string;
    phone?: string;
    requestKey: RequestKey | null;
  },
): Promise<CardDriver> {
  const { scope, name, surname, patronymic, phone, requestKey } = person;
  const now = ctx.clock.now();
  return ctx.db.inCompany(scope, (tx) =>
    doOnce(tx, requestKey, now, () =>
      insertDriver(tx, scope, { name, surname, patronymic: patronymic || null, phone: phone ?? null, now }),
    ),
  );
}
