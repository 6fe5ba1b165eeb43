import type { LetterFacts, LetterLinks, LetterText } from './letter.ts';

export function monthDocumentsLetter(
  { month }: LetterFacts['month-documents'],
  { site }: LetterLinks,
): LetterText {
  const words = monthWords(month);
  return {
    subject: `Документы за ${words} готовы`,
    paragraphs: [
      `Закрывающие документы вашей компании за ${words} готовы. Проверьте их и подтвердите или отправьте возражение.`,
    ],
    action: { label: 'Открыть документы', url: `${site}/cabinet/documents?year=${month.slice(0, 4)}` },
  };
}

const MONTH = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `2026-10` → «октябрь 2026 года» */
function monthWords(month: string): string {
  return MONTH.format(new Date(`${month}-01`)).replace('г.', 'года');
}
