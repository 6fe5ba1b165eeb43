/** A paragraph of either text; a changed paragraph is there twice, in its old and its new form. */
export interface DifferencePart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Compares two texts paragraph by paragraph, in the order of the new one. */
export function textDifference(before: string, after: string): DifferencePart[] {
  const [was, is] = [splitParagraphs(before), splitParagraphs(after)];
  const common = commonLengths(was, is);
  const parts: DifferencePart[] = [];
  let [i, j] = [0, 0];
  while (i < was.length || j < is.length) {
    const [old, next] = [was[i], is[j]];
    if (old !== undefined && old === next) {
      parts.push({ kind: 'same', text: old });
      i += 1;
      j += 1;
    } else if (old !== undefined && (next === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      parts.push({ kind: 'removed', text: old });
      i += 1;
    } else {
      parts.push({ kind: 'added', text: next ?? '' });
      j += 1;
    }
  }
  return parts;
}

function splitParagraphs(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
}

/** Counts the paragraphs that the rests of both texts have in common, from each place on. */
function commonLengths(was: readonly string[], is: readonly string[]): number[][] {
  const common = Array.from({ length: was.length + 1 }, () => Array<number>(is.length + 1).fill(0));
  for (let i = was.length - 1; i >= 0; i -= 1) {
    const row = common[i] ?? [];
    for (let j = is.length - 1; j >= 0; j -= 1) {
      row[j] =
        was[i] === is[j]
          ? at(common, i + 1, j + 1) + 1
          : Math.max(at(common, i + 1, j), at(common, i, j + 1));
    }
  }
  return common;
}

function at(common: readonly (readonly number[])[], i: number, j: number): number {
  return common[i]?.[j] ?? 0;
}
