import type { EndpointQuery } from '#contract/endpoint.ts';
import type { downloadAuditLines } from '#contract/audit.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';

/** What the log is narrowed down to. */
export type AuditFilter = EndpointQuery<typeof downloadAuditLines>;

/** Who reads: the programme's staff everything, a company's admin his company's lines. */
export type Reader = { scope: CompanyScope } | { scope: null };

export interface LoggedEvent {
  id: number;
  at: Date;
  action: string;
  userId: number | null;
  /** Null: a stranger, or somebody whom the reader may not know. */
  person: string | null;
  role: string | null;
  /** A job by its name. */
  job: string | null;
  company: { id: number; title: string } | null;
  targets: { kind: string; id: number | string; title: string | null }[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  ip: string | null;
  device: string | null;
  requestId: string | null;
}
