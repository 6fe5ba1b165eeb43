import type { UnclearMatter } from '../../networks/commands/unclear-matter.ts';

/** A document that the company has refused to sign. */
export interface RefusedMessage extends UnclearMatter {
  title: string;
}
