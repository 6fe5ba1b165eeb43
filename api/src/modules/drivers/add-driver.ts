import type { Context } from '../../context.ts';
import type { CompanyScope } from '../../db/company-scope.ts';
import type { CardDriver } from '../cards/card-store.ts';
import { insertDriver } from './driver-store.ts';

/** Adds a driver to the company; cards are attached to him later. */
export function addDriver(
  ctx: Context,
  person: { scope: CompanyScope; name: string; surname: string; patronymic?: string; phone?: string },
): Promise<CardDriver> {
  return ctx.db.inCompany(person.scope, (tx) =>
    insertDriver(tx, person.scope, {
      name: person.name,
      surname: person.surname,
      patronymic: person.patronymic || null,
      phone: person.phone ?? null,
      now: ctx.clock.now(),
    }),
  );
}
