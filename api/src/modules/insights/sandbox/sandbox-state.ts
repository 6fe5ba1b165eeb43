import type { CardStatusId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';

/** A company's sandbox that is open (decision 89). */
export interface Sandbox {
  /** Id of the sandbox's own company, which has no members. */
  companyId: number;
  /** Id of the company whose admins made it. */
  parentId: number;
  title: string;
  madeAt: Date;
  /** Time of its clock. */
  clockAt: Date;
  isSilent: boolean;
}

export interface SandboxCard {
  id: number;
  number: string;
  statusId: CardStatusId;
  balance: Kopecks;
}
