import type { LetterFacts, LetterLinks, LetterText } from './letter.ts';

export function monthDocumentsLetter(
  { month, title, corrects }: LetterFacts['month-documents'],
  { site }: LetterLinks,
): LetterText {
  const words = monthWords(month);
  const action = {
    label: 'Открыть документы',
    url: `${site}/cabinet/documents?year=${month.slice(0, 4)}`,
  };
  if (title !== undefined) {
    return {
      subject: `${corrects ? 'Исправленный документ' : 'Новый документ'} за ${words}`,
      paragraphs: [
        corrects
          ? `Опубликован исправленный документ вашей компании за ${words}: «${title}». Прежний остаётся рядом с ним, действует исправленный. Проверьте его и подтвердите или отправьте возражение.`
          : `Опубликован документ вашей компании за ${words}: «${title}». Проверьте его и подтвердите или отправьте возражение.`,
      ],
      action,
    };
  }
  return {
    subject: `Документы за ${words} готовы`,
    paragraphs: [
      `Закрывающие документы вашей компании за ${words} готовы. Проверьте их и подтвердите или отправьте возражение.`,
    ],
    action,
  };
}

const MONTH = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `2026-10` → «октябрь 2026 года» */
function monthWords(month: string): string {
  return MONTH.format(new Date(`${month}-01`)).replace('г.', 'года');
}
