import { formatRubles } from '../../../lib/money-format.ts';
import type { LetterFacts, LetterLinks, LetterText } from './letter.ts';

export function monthDocumentsLetter(
  facts: LetterFacts['month-documents'],
  { site }: LetterLinks,
): LetterText {
  const { month, title } = facts;
  const words = monthWords(month);
  if (title !== undefined) return documentLetter({ ...facts, title }, site);
  return {
    subject: `Документы за ${words} готовы`,
    paragraphs: [
      `Закрывающие документы вашей компании за ${words} готовы. Проверьте их и подтвердите или отправьте возражение.`,
    ],
    action: { label: 'Открыть документы', url: `${site}${documentPath(facts)}` },
  };
}

/** One document that was published by hand. */
function documentLetter(facts: LetterFacts['month-documents'] & { title: string }, site: string): LetterText {
  const { month, title, corrects } = facts;
  const words = monthWords(month);
  const about = [`«${title}»`, ...documentWords(facts)].join(', ');
  return {
    subject: `${corrects ? 'Исправленный документ' : 'Новый документ'} за ${words}`,
    paragraphs: [
      corrects
        ? `Опубликован исправленный документ вашей компании за ${words}: ${about}. Прежний остаётся рядом с ним, действует исправленный. Проверьте его и подтвердите или отправьте возражение.`
        : `Опубликован документ вашей компании за ${words}: ${about}. Проверьте его и подтвердите или отправьте возражение.`,
    ],
    action: { label: 'Открыть документ', url: `${site}${documentPath(facts)}` },
  };
}

/** Network and sum, as far as they are known. */
export function documentWords({
  partner = null,
  totalKopecks = null,
}: LetterFacts['month-documents']): string[] {
  return [
    ...(partner === null ? [] : [partner]),
    ...(totalKopecks === null ? [] : [`на ${formatRubles(totalKopecks)} с НДС`]),
  ];
}

/** Page of the year's documents, with the one that the letter is about marked. */
export function documentPath({ month, documentId }: LetterFacts['month-documents']): string {
  const year = `/cabinet/documents?year=${month.slice(0, 4)}`;
  return documentId === undefined ? year : `${year}&document=${documentId}`;
}

const MONTH = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `2026-10` → «октябрь 2026 года» */
export function monthWords(month: string): string {
  return MONTH.format(new Date(`${month}-01`)).replace('г.', 'года');
}
