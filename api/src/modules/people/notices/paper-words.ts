import { documentPath, documentWords, monthWords } from '../letters/month-documents-letter.ts';
import type { NoticeFacts, NoticeWords } from './notice.ts';

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const yearOf = (month: string) => `/cabinet/documents?year=${month.slice(0, 4)}`;

/** About documents. */
export const paperWords = {
  'month-documents': (facts: NoticeFacts['month-documents']): NoticeWords => ({
    title: facts.title
      ? `${facts.corrects ? 'Исправлен документ' : 'Опубликован документ'} «${facts.title}»`
      : 'Опубликованы документы',
    text: `${[`Период: ${monthWords(facts.month)}`, ...documentWords(facts)].join(', ')}. Проверьте и подтвердите в разделе «Документы».`,
    path: documentPath(facts),
    action: facts.documentId === undefined ? 'Открыть документы' : 'Открыть документ',
    short: facts.corrects ? 'Исправлен документ' : 'Опубликован документ',
  }),
  'month-closed': ({ month }: NoticeFacts['month-closed']): NoticeWords => ({
    title: `${capital(monthWords(month))}: месяц закрыт`,
    text: 'Документы за месяц готовы. Проверьте и подтвердите их.',
    path: yearOf(month),
    action: 'Открыть документы',
    short: 'Месяц закрыт, документы готовы',
  }),
  'objection-answered': ({ title, month, documentId }: NoticeFacts['objection-answered']): NoticeWords => ({
    title: 'Мы ответили на ваше возражение',
    text: `Документ «${title}». Ответ — рядом с документом.`,
    path: `${yearOf(month)}&document=${documentId}`,
    action: 'Прочитать ответ',
    short: 'Мы ответили на возражение к документу',
  }),
};
