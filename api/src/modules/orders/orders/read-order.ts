import type { z } from 'zod';
import type { staffFirstAdmin } from '#contract/identity/first-admin.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { findOrder, type OrderRecord } from './order-store.ts';
import type { Db } from '../../../db/database.ts';
import {
  listStaffOrders,
  type StaffOrder,
  listAuthorCompanies,
  listDuplicates,
  type AuthorCompany,
  type Duplicate,
} from './staff-order-store.ts';
import { presentFirstAdminToStaff } from '../../companies/first-admin/present.ts';
import { readFirstAdmin } from '../../companies/first-admin/read-first-admin.ts';
import { readPerson } from '../../messaging/users/users.ts';

/** One request of the company; another company's and none are the same 404. */
export async function readOrder(ctx: Context, scope: CompanyScope, orderId: number): Promise<OrderRecord> {
  const order = await ctx.db.inCompany(scope, (tx) => findOrder(tx, scope, orderId));
  if (!order) throw notFound('Заявка не найдена');
  return order;
}

/** Reads a request of any company with the fields for staff. 404 when there is none. */
export async function readStaffOrder(db: Db, id: number): Promise<StaffOrder> {
  const [order] = await listStaffOrders(db, [id]);
  if (!order) throw notFound('Заявка не найдена');
  return order;
}

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
  const request = { id, inn: company.inn, companyId: company.id, authorId: author.id };
  const { email, emailConfirmedAt } = await readPerson(system, author.id);
  return {
    order,
    authorCompanies: await listAuthorCompanies(system, request),
    authorMail: email === null ? null : { email, confirmed: emailConfirmedAt !== null },
    duplicates: await listDuplicates(system, request),
    firstAdmin: presentFirstAdminToStaff(ctx.config, await readFirstAdmin(ctx, company.id)),
  };
}
