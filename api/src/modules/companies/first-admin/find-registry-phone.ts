import type { Context } from '../../../context.ts';
import { fieldRefusal, notFound } from '../../../errors.ts';
import { checkInn } from '../companies/check-inn.ts';
import { findCompany } from '../companies/companies.ts';

export interface RegistryPhone {
  phone: string;
  title: string;
}

/** The first mobile phone that the register has for the company: a code reaches no other. Refuses on `form`: it has none. */
export async function findRegistryPhone(
  ctx: Context,
  { companyId, userId }: { companyId: number; userId: number },
): Promise<RegistryPhone> {
  const company = await findCompany(ctx.db.system, companyId);
  if (!company) throw notFound('Компания не найдена');
  const { phones } = await checkInn(ctx, company.inn, userId);
  const phone = phones.find((value) => value.startsWith('79'));
  if (phone === undefined) {
    throw fieldRefusal(
      'form',
      'В реестре нет мобильного телефона компании: подтвердите полномочия другим способом',
    );
  }
  return { phone, title: company.title };
}
