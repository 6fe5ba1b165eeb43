import type { DocumentKind } from '#contract/papers/documents.ts';
import { describeCode, whereToSign } from '#contract/identity/what-a-code-confirms.ts';

type Props = {
  /** Kinds of the documents that the code is for; null is a document of the operator's own. */
  kinds: readonly (DocumentKind | null)[];
  /** The company takes electronic documents; left out where the documents belong to several companies. */
  usesEdm?: boolean | undefined;
};

/** Says above a code what it does with documents, and where those are signed that it can't sign. */
export function CodeMeaning({ kinds, usesEdm }: Props) {
  return (
    <p className="ink-2 type-small">
      {describeCode(kinds)}
      {usesEdm !== undefined && kinds.includes('upd') && ` ${whereToSign(usesEdm)}`}
    </p>
  );
}
