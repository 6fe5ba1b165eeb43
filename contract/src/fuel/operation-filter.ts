import { OPERATION_STATUS, OPERATION_TYPE } from '../ids.ts';
import { TYPES_WITH_NEGATIVE_LITRES, TYPES_WITH_NEGATIVE_SUM } from './operation-signs.ts';
import type { OperationSort } from './operations.ts';

/**
 * Filters of operations: the field that each tests, and how. The server makes a condition of SQL of it, the browser a test of
 * its own rows (working-set.ts). Of `drivers` and `vehicles` an operation has several; days are Moscow days, both included.
 */
export const OPERATION_FILTERS = {
  operationId: { field: 'id', test: 'is' },
  cardId: { field: 'card', test: 'is' },
  partnerId: { field: 'partner', test: 'is' },
  driverId: { field: 'drivers', test: 'includes' },
  drivers: { field: 'drivers', test: 'are' },
  vehicleId: { field: 'vehicles', test: 'includes' },
  groupId: { field: 'group', test: 'is' },
  goods: { field: 'goods', test: 'is' },
  station: { field: 'station', test: 'is' },
  typeId: { field: 'type', test: 'is' },
  statusId: { field: 'status', test: 'is' },
  dateFrom: { field: 'day', test: 'from' },
  dateTo: { field: 'day', test: 'to' },
} as const satisfies Record<
  keyof OperationFilterValues,
  { field: string; test: 'is' | 'includes' | 'are' | 'from' | 'to' }
>;

/** Values of the filters. Absent means all. */
export interface OperationFilterValues {
  /** Only the operation with this id. */
  operationId?: number | undefined;
  cardId?: number | undefined;
  partnerId?: number | undefined;
  /** Only operations of cards while this driver was attached to them. */
  driverId?: number | undefined;
  /** Only operations of cards while exactly these drivers were attached to them: `3,7`, or `none`. */
  drivers?: string | undefined;
  /** Only operations of cards while they were on this truck. */
  vehicleId?: number | undefined;
  /** Only purchases and refunds that are charged to this group. */
  groupId?: number | undefined;
  /** The title of what was sold. */
  goods?: string | undefined;
  /** The address where it was sold. */
  station?: string | undefined;
  typeId?: number | undefined;
  statusId?: number | undefined;
  /** `YYYY-MM-DD`. */
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

interface OperationOrder {
  field: 'at' | 'cardNumber' | 'partner' | 'goods' | 'litres' | 'unitPrice' | 'sum' | 'status';
  /** Types whose value counts as negative. */
  negative?: readonly number[];
  /** Zero counts as no value. */
  zeroIsNone?: true;
}

/** Sort orders of operations. Operations without a value come last in both directions, equal ones newest first. */
export const OPERATION_ORDERS: Readonly<Record<OperationSort, OperationOrder>> = {
  at: { field: 'at' },
  card: { field: 'cardNumber' },
  network: { field: 'partner' },
  what: { field: 'goods' },
  litres: { field: 'litres', negative: TYPES_WITH_NEGATIVE_LITRES },
  price: { field: 'unitPrice' },
  sum: { field: 'sum', negative: TYPES_WITH_NEGATIVE_SUM, zeroIsNone: true },
  size: { field: 'sum', zeroIsNone: true },
  status: { field: 'status' },
};

/** Returns 1 for a done purchase, -1 for a done refund, and 0 for what is no spending on fuel. */
export function getSpendingSign(typeId: number, statusId: number): 1 | 0 | -1 {
  if (statusId !== OPERATION_STATUS.done) return 0;
  if (typeId === OPERATION_TYPE.purchase) return 1;
  return typeId === OPERATION_TYPE.refund ? -1 : 0;
}
