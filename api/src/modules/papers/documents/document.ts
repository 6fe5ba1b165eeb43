import type { ClosingDocumentKind } from './closing/month-closing.ts';
import type { EdmMessageState } from '../edm/edm-messages.ts';
import type { Kopecks } from '#contract/kopecks.ts';

/** A purchase or refund that an objection is about. */
export interface DisputedOperation {
  id: number;
  cardNumber: string;
  at: Date;
  /** Negative for a refund, as in the documents. */
  sum: Kopecks;
}

/** A row of a buyer's answer in the State's form; sums by the client's books, as the file has them. */
export interface AnswerRow {
  title: string;
  debit: Kopecks | null;
  credit: Kopecks | null;
  difference: Kopecks | null;
  note: string | null;
}

/** Client's objection to a document, and the answer of the programme's staff. */
export interface Objection {
  comment: string;
  createdAt: Date;
  operations: readonly DisputedOperation[];
  /** Rows of the file in the State's form that it was made of. */
  rows: readonly AnswerRow[];
  answer: { text: string; answeredAt: Date } | null;
}

export interface DocumentRecord {
  id: number;
  /** `ALL_NETWORKS` for what concerns all of them, an act of reconciliation. */
  partnerId: number;
  partnerTitle: string;
  /** `YYYY-MM` */
  month: string;
  /** Kind within a closed month's set, or of an order's act of cards; null for a document published by hand. */
  kind: ClosingDocumentKind | null;
  title: string;
  /** Sum printed on it, VAT included. Null if it is not about a sum, or was published by hand. */
  sum: Kopecks | null;
  /** Null if the document has no VAT of its own. */
  vat: Kopecks | null;
  publishedAt: Date;
  /** Moment when it was confirmed by SMS, or null. */
  receivedAt: Date | null;
  objection: Objection | null;
  /** Last day of objections, `YYYY-MM-DD`; null where none was set. */
  objectUntil: string | null;
  /** Whether the document was confirmed or objected to and the evidence is stored. */
  hasEvidence: boolean;
  /** The document that this one corrects, why, and the one that corrects it. */
  replaces: number | null;
  replacedBy: number | null;
  replaceReason: string | null;
  /** Since then it is not valid, and only staff can see its file. */
  withdrawn: { at: Date; reason: string } | null;
  /** Progress through the operator of electronic documents; null when the document was not sent there. */
  edm: {
    state: EdmMessageState;
    reason: string | null;
    changedAt: Date;
    /** Our reason for the proposal to annul the document. */
    annulment: string | null;
    /** The company's id at another operator than ours. */
    roaming: string | null;
  } | null;
  /** Null if its PDF is still to be made from its figures on the first request (`makeDocumentPdf`). */
  file: { sha256: string; name: string; mime: string } | null;
  /** The stored figures of a closed month; null: it has had a file from the beginning. */
  figuresSha256: string | null;
  /** Whether its XML for the State's exchange exists or can be made. */
  isInStateForm: boolean;
  /** Lines of a register; 0 if it is short. */
  lines: number;
  /** Progress of making a large PDF. `allPages` is null while they are counted. */
  making: { pages: number; allPages: number | null } | null;
}
