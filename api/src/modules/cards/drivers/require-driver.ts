import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import { findDriver } from './driver-store.ts';

/** Makes sure that the driver is the company's and stays so until the transaction ends; otherwise 404. */
export async function requireDriver(tx: Db, scope: CompanyScope, driverId: number): Promise<void> {
  if (!(await findDriver(tx, scope, driverId))) throw notFound('Водитель не найден');
}
