import { documentPath, describeDocument, formatMonth } from '../letters/month-documents-email.ts';
import type { NoticeFacts, NoticeText } from './notice.ts';

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const getYearPath = (month: string) => `/cabinet/documents?year=${month.slice(0, 4)}`;

/** About documents. */
export const documentNoticeTexts = {
  'month-documents': (facts: NoticeFacts['month-documents']): NoticeText => ({
    title: facts.title
      ? `${facts.corrects ? 'Исправлен документ' : 'Опубликован документ'} «${facts.title}»`
      : 'Опубликованы документы',
    text: `${[`Период: ${formatMonth(facts.month)}`, ...describeDocument(facts)].join(', ')}. Проверьте и подтвердите в разделе «Документы».`,
    path: documentPath(facts),
    action: facts.documentId === undefined ? 'Открыть документы' : 'Открыть документ',
    short: facts.corrects ? 'Исправлен документ' : 'Опубликован документ',
  }),
  'month-closed': ({ month }: NoticeFacts['month-closed']): NoticeText => ({
    title: `${capital(formatMonth(month))}: месяц закрыт`,
    text: 'Документы за месяц готовы. Проверьте и подтвердите их.',
    path: getYearPath(month),
    action: 'Открыть документы',
    short: 'Месяц закрыт, документы готовы',
  }),
  'objection-answered': ({ title, month, documentId }: NoticeFacts['objection-answered']): NoticeText => ({
    title: 'Мы ответили на ваше возражение',
    text: `Документ «${title}». Ответ — рядом с документом.`,
    path: `${getYearPath(month)}&document=${documentId}`,
    action: 'Прочитать ответ',
    short: 'Мы ответили на возражение к документу',
  }),
};
