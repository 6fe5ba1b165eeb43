import type { Role } from '#contract/access.ts';
import type { HoldKind } from '#contract/blocks.ts';
import type { OperationStatusId, OperationTypeId, CardStatusId, RequestStatusId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';

/** A part of a client's page: some rows, newest first, and how many there are. */
export interface Part<Row> {
  rows: Row[];
  total: number;
}

export interface Slice {
  companyId: number;
  limit: number;
  offset: number;
}

export interface ClientColleague {
  id: number;
  firstname: string | null;
  lastname: string | null;
  phone: string;
  email: string | null;
  role: Role;
  sessions: number;
  seenAt: Date | null;
  second_factor: boolean;
}

export interface ClientOrder {
  id: number;
  statusId: RequestStatusId;
  cards: number;
  author: string;
  createdAt: Date;
}

export interface ClientPayment {
  id: number;
  number: string;
  date: string;
  sum: Kopecks;
  payer: string;
  purpose: string;
}

export interface ClientDocument {
  id: number;
  title: string;
  month: string;
  partner: string;
  publishedAt: Date;
  receivedAt: Date | null;
  objection: string | null;
}

export interface ClientCard {
  id: number;
  number: string;
  partner: string;
  statusId: CardStatusId;
  balance: Kopecks;
  comment: string;
  hold: { kind: HoldKind; reason: string; since: string } | null;
  waiting: boolean;
}

export interface ClientMovement {
  id: number;
  at: Date;
  typeId: OperationTypeId;
  statusId: OperationStatusId;
  cardNumber: string;
  sum: Kopecks;
}

export interface ClientMessage {
  at: Date;
  kind: 'sms' | 'letter';
  to: string;
  person: string;
  /** Of a letter, its kind. */
  text: string;
  sent: boolean | null;
}

export interface ClientDeed {
  id: number;
  at: Date;
  action: string;
  actor: string | null;
  byStaff: boolean;
  address: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  details: Record<string, unknown>;
}

export interface StaffNote {
  id: number;
  text: string;
  author: string;
  createdAt: Date;
}
