import type {
  CardStatusId,
  LimitPeriod,
  LimitUnit,
  OPERATION_STATUS,
  OperationStatusId,
  OperationTypeId,
  PartnerId,
  RequestStatusId,
} from '#contract/ids.ts';
import type { Role } from '#contract/access.ts';
import type { Kopecks } from '#contract/kopecks.ts';

/** The demonstration before it is written to the database: a year of two companies. */
export interface CompanyPlan {
  inn: string;
  /** Time when it joined the programme. */
  since: Date;
  credit: Kopecks;
  creditDays: { forPayment: number; withoutPayment: number };
  threshold: Kopecks | null;
  people: PlannedPerson[];
  drivers: PlannedDriver[];
  requests: PlannedRequest[];
  cards: PlannedCard[];
  invoices: PlannedInvoice[];
  /** Events in the order of time. */
  events: PlannedEvent[];
}

export interface PlannedPerson {
  phone: string;
  firstname: string;
  lastname: string;
  email: string;
  role: Role;
}

export interface PlannedDriver {
  surname: string;
  name: string;
  patronymic: string;
  phone: string | null;
}

export interface PlannedRequest {
  at: Date;
  statusId: RequestStatusId;
  items: { partnerId: PartnerId; count: number; issueRefusal?: string }[];
  /** Time of issue. Null means that the cards have not been issued. */
  issuedAt: Date | null;
  rejectReason?: string;
  /** Index of the person who asked. */
  author: number;
}

export interface PlannedCard {
  number: string;
  partnerId: PartnerId;
  statusId: CardStatusId;
  isVirtual: boolean;
  comment: string;
  groupId: number | null;
  goodsIds: number[];
  limit: PlannedLimit | null;
  /** Indexes of the company's drivers. */
  drivers: number[];
  /** Index of the source request. */
  request: number;
  createdAt: Date;
}

export interface PlannedLimit {
  /** Kopecks or hundredths of a litre. */
  count: number;
  unit: LimitUnit;
  period: LimitPeriod;
  goodsGroups: number[];
}

export type PlannedEvent = PlannedOperation | PlannedPayment | PlannedDistribution;

export interface PlannedOperation {
  kind: 'operation';
  at: Date;
  /** Index of the company's card. */
  card: number;
  typeId: OperationTypeId;
  statusId: Exclude<OperationStatusId, (typeof OPERATION_STATUS)['inProgress']>;
  sum: Kopecks;
  /** A command's request id (a UUID), or the network's own id of a sale. */
  key: string;
  /** Index of the person who gave the command. Null means a sale. */
  author: number | null;
  reason: string | null;
  sale: PlannedSale | null;
}

export interface PlannedSale {
  goodsId: number;
  goodsTitle: string;
  centilitres: number;
  unitPrice: Kopecks;
  address: string;
}

export interface PlannedPayment {
  kind: 'payment';
  at: Date;
  sum: Kopecks;
  /** Index of the invoice that it pays. Null means staff assigned the payment to its company. */
  invoice: number | null;
}

export interface PlannedDistribution {
  kind: 'distribution';
  at: Date;
  direction: 'distribute' | 'revoke';
  sums: { partnerId: PartnerId; sum: Kopecks }[];
  author: number;
}

export interface PlannedInvoice {
  at: Date;
  sum: Kopecks;
  paid: Kopecks;
  cancelledAt: Date | null;
  author: number;
}
