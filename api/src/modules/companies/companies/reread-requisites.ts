import type { Context } from '../../../context.ts';
import { badRequest, notFound } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { CompanyState, RegistryCompany } from '../../../gateways/company-registry/company-registry.ts';
import { findCompany } from './find-company.ts';
import type { Requisites } from './requisites.ts';
import { insertReading, lockRequisites, updateRequisites } from './requisites-store.ts';

export interface ReadAgain {
  inn: string;
  requisites: Requisites;
  changed: boolean;
  /** Of the company in the register. */
  state: CompanyState;
}

/**
 * Reads a client's requisites from the register again; papers name it so from now on. What stood here before is kept with
 * the reading, changed or not. Refuses: 404, 400 an INN that the register does not know. Throws RegistryUnavailable.
 */
export async function rereadRequisites(
  ctx: Context,
  asked: { companyId: number; userId: number; ip: string },
): Promise<ReadAgain> {
  const { companyId, userId, ip } = asked;
  const company = await findCompany(ctx.db.system, companyId);
  if (!company?.clientSince) throw notFound('Клиент не найден');
  const known = await ctx.registry.find(company.inn);
  if (!known) throw badRequest('Реестр не знает компании с этим ИНН: реквизиты остались прежними');
  const after = requisitesOf(known);
  return ctx.db.inSystem(async (tx) => {
    const locked = await lockRequisites(tx, companyId);
    // It may have left the programme while the register was asked.
    if (!locked || locked.inn !== company.inn) throw notFound('Клиент не найден');
    const before = locked.requisites;
    const changed = differences(before, after);
    const now = ctx.clock.now();
    if (changed.length > 0) await updateRequisites(tx, companyId, after);
    await insertReading(tx, { companyId, userId, before, after, now });
    await recordEvent(tx, {
      at: now,
      what: 'requisites-read',
      userId,
      companyId,
      ip,
      targets: [{ kind: 'company', id: companyId }],
      before: pick(before, changed),
      after: pick(after, changed),
      details: { state: known.state },
    });
    return { inn: company.inn, requisites: after, changed: changed.length > 0, state: known.state };
  });
}

function requisitesOf({ title, legalForm, kpp, ogrn, address }: RegistryCompany): Requisites {
  return { title, legalForm, kpp, ogrn, ...address };
}

function differences(before: Requisites, after: Requisites): (keyof Requisites)[] {
  return (Object.keys(after) as (keyof Requisites)[]).filter((name) => before[name] !== after[name]);
}

function pick(requisites: Requisites, names: readonly (keyof Requisites)[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, requisites[name]]));
}
