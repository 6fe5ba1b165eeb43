import type { CardStatusId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';

/** A company's sandbox that is open (decision 89). */
export interface Sandbox {
  /** Of the company that belongs to nobody. */
  companyId: number;
  /** Whose admins made it. */
  parentId: number;
  title: string;
  madeAt: Date;
  /** What its clock says. */
  clockAt: Date;
  isSilent: boolean;
}

export interface SandboxCard {
  id: number;
  number: string;
  statusId: CardStatusId;
  balance: Kopecks;
}
