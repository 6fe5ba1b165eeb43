import type { Db } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import { listStaffOrders, type StaffOrder } from './staff-order-store.ts';

/** A request of any company with what staff see of it. 404 there is none. */
export async function readStaffOrder(db: Db, id: number): Promise<StaffOrder> {
  const [order] = await listStaffOrders(db, [id]);
  if (!order) throw notFound('Заявка не найдена');
  return order;
}
