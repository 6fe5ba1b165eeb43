import type { EdmMessageState } from '../edm/edm-message-state.ts';
import type { PaperKind } from './month-closing.ts';

export interface DocumentRecord {
  id: number;
  partnerId: number;
  partnerTitle: string;
  /** `YYYY-MM` */
  month: string;
  /** Its kind within a closed month's set; null: published by hand. */
  kind: PaperKind | null;
  title: string;
  publishedAt: Date;
  /** When it was confirmed by SMS; null: it was not. */
  receivedAt: Date | null;
  objection: { comment: string; createdAt: Date } | null;
  /** Last day of objections, `YYYY-MM-DD`; null where none was set. */
  objectUntil: string | null;
  /** It was confirmed or objected to, and the evidence is stored. */
  hasEvidence: boolean;
  /** Its progress through the operator of electronic documents; null: it was not sent there. */
  edm: { state: EdmMessageState; reason: string | null; changedAt: Date } | null;
  file: { sha256: string; name: string; mime: string };
}
