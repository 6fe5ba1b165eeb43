import type { EndpointQuery } from '#contract/endpoint.ts';
import type { downloadAuditLines } from '#contract/backoffice/audit.ts';
import type { Subject } from './subject.ts';

/** Filters of the log. */
export type AuditFilter = EndpointQuery<typeof downloadAuditLines>;

export interface LoggedEvent {
  id: number;
  at: Date;
  action: string;
  userId: number | null;
  /** Null for an anonymous caller, or a person whom the reader may not know. */
  person: string | null;
  role: string | null;
  /** A job by its name. */
  job: string | null;
  company: { id: number; title: string } | null;
  targets: Subject[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  ip: string | null;
  device: string | null;
  requestId: string | null;
}
