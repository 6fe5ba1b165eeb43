import type { UnclearMatter } from '../../networks/commands/unclear-matter.ts';

/** A company's month whose papers could not be made. */
export interface FailedClosing extends UnclearMatter {
  month: string;
  problem: string;
}
