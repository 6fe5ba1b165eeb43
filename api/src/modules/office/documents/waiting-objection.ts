import type { UnclearMatter } from '../../networks/commands/unclear-matter.ts';

/** A client's objection that nobody of the staff has read yet (agreement 8.3). */
export interface WaitingObjection extends UnclearMatter {
  title: string;
  /** `YYYY-MM` */
  month: string;
  comment: string;
  /** Whom to answer. */
  author: { name: string; phone: string } | null;
}
