import type { Config } from '../../../config.ts';
import { LETTER_TEXTS } from './letter-texts.ts';
import type { LetterFacts, LetterKind, LetterLinks, LetterText } from './letter.ts';

/** The words of a letter that was not written yet, without its links: for whoever decides whether it will be. */
export function textOfLetter<Kind extends LetterKind>(
  config: Config,
  kind: Kind,
  facts: LetterFacts[Kind],
): LetterText {
  const write = LETTER_TEXTS[kind] as (facts: LetterFacts[Kind], links: LetterLinks) => LetterText;
  return write(facts, { site: config.publicUrl ?? '', token: '', operator: config.operator.name });
}
