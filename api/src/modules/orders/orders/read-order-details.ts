import type { z } from 'zod';
import type { staffFirstAdmin } from '#contract/first-admin.ts';
import type { Context } from '../../../context.ts';
import { presentFirstAdminToStaff } from '../../companies/first-admin/present.ts';
import { readFirstAdmin } from '../../companies/first-admin/read-first-admin.ts';
import { readPerson } from '../../people/users/read-person.ts';
import { readStaffOrder } from './read-staff-order.ts';
import {
  listAuthorCompanies,
  listDuplicates,
  type AuthorCompany,
  type Duplicate,
  type StaffOrder,
} from './staff-order-store.ts';

/** All that a request is decided by. */
export interface StaffOrderDetails {
  order: StaffOrder;
  authorCompanies: AuthorCompany[];
  authorMail: { email: string; confirmed: boolean } | null;
  duplicates: Duplicate[];
  firstAdmin: z.input<typeof staffFirstAdmin>;
}

export async function readOrderDetails(ctx: Context, orderId: number): Promise<StaffOrderDetails> {
  const { system } = ctx.db;
  const order = await readStaffOrder(system, orderId);
  const { author, company, id } = order;
  const asked = { id, inn: company.inn, companyId: company.id, authorId: author.id };
  const { email, emailConfirmedAt } = await readPerson(system, author.id);
  return {
    order,
    authorCompanies: await listAuthorCompanies(system, asked),
    authorMail: email === null ? null : { email, confirmed: emailConfirmedAt !== null },
    duplicates: await listDuplicates(system, asked),
    firstAdmin: presentFirstAdminToStaff(ctx.config, await readFirstAdmin(ctx, company.id)),
  };
}
