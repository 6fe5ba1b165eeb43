import type { EmailLinks, EmailText, NoticeEmailFacts } from './email.ts';

/** Makes the email of any notice that needs no text of its own, or of several notices gathered into one email. */
export function noticeEmail(
  { title, paragraphs, action }: NoticeEmailFacts,
  { site }: EmailLinks,
): EmailText {
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
