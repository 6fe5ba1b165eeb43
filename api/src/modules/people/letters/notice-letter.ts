import type { LetterLinks, LetterText, NoticeLetterFacts } from './letter.ts';

/** Any notice that needs no text of its own, and several that are gathered into one letter. */
export function noticeLetter(
  { title, paragraphs, action }: NoticeLetterFacts,
  { site }: LetterLinks,
): LetterText {
  return {
    subject: title,
    paragraphs,
    action: { label: action.label, url: `${site}${action.path}` },
    notes: [`Что и куда присылать, выбирают в кабинете: ${site}${choicesPath(action.path)}`],
  };
}

/** Members of the staff choose at their own place. */
function choicesPath(path: string): string {
  return path.startsWith('/staff') ? '/staff/notices/choices' : '/cabinet/notices/choices';
}
