import type { OperationStatusId, OperationTypeId, PartnerId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';

/** A command to a network, or an event that a network reported, as needed for the ledger. */
export interface OperationRecord {
  id: number;
  companyId: number;
  cardId: number;
  cardNumber: string;
  partnerId: PartnerId;
  typeId: OperationTypeId;
  statusId: OperationStatusId;
  sum: Kopecks;
  networkRequestId: string | null;
  attempts: number;
  createdAt: Date;
  /** Who asked for it; null: nobody of the company did. */
  authorId: number | null;
}
