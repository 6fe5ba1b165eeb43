import type { NoticeFacts, NoticeWords } from './notice.ts';

const MONTH = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `2026-08` → «август 2026 года» */
function monthWords(month: string): string {
  return MONTH.format(new Date(`${month}-01`)).replace('г.', 'года');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const yearOf = (month: string) => `/cabinet/documents?year=${month.slice(0, 4)}`;

/** About documents. */
export const paperWords = {
  'month-documents': ({ month, title, corrects }: NoticeFacts['month-documents']): NoticeWords => ({
    title: title
      ? `${corrects ? 'Исправлен документ' : 'Опубликован документ'} «${title}»`
      : 'Опубликованы документы',
    text: `Период: ${monthWords(month)}. Проверьте и подтвердите в разделе «Документы».`,
    path: yearOf(month),
    action: 'Открыть документы',
    short: corrects ? 'Исправлен документ' : 'Опубликован документ',
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
