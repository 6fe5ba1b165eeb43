import { formatRubles } from '../../../lib/money-format.ts';
import type { EmailFacts, EmailLinks, EmailText } from './email.ts';

export function monthDocumentsEmail(facts: EmailFacts['month-documents'], { site }: EmailLinks): EmailText {
  const { month, title } = facts;
  const monthText = formatMonth(month);
  if (title !== undefined) return documentEmail({ ...facts, title }, site);
  return {
    subject: `Документы за ${monthText} готовы`,
    paragraphs: [
      `Закрывающие документы вашей компании за ${monthText} готовы. Проверьте их и подтвердите или отправьте возражение.`,
    ],
    action: { label: 'Открыть документы', url: `${site}${documentPath(facts)}` },
  };
}

/** One document that was published by hand. */
function documentEmail(facts: EmailFacts['month-documents'] & { title: string }, site: string): EmailText {
  const { month, title, corrects } = facts;
  const monthText = formatMonth(month);
  const about = [`«${title}»`, ...describeDocument(facts)].join(', ');
  return {
    subject: `${corrects ? 'Исправленный документ' : 'Новый документ'} за ${monthText}`,
    paragraphs: [
      corrects
        ? `Опубликован исправленный документ вашей компании за ${monthText}: ${about}. Прежний остаётся рядом с ним, действует исправленный. Проверьте его и подтвердите или отправьте возражение.`
        : `Опубликован документ вашей компании за ${monthText}: ${about}. Проверьте его и подтвердите или отправьте возражение.`,
    ],
    action: { label: 'Открыть документ', url: `${site}${documentPath(facts)}` },
  };
}

/** Network and sum, as far as they are known. */
export function describeDocument({
  partner = null,
  totalKopecks = null,
}: EmailFacts['month-documents']): string[] {
  return [
    ...(partner === null ? [] : [partner]),
    ...(totalKopecks === null ? [] : [`на ${formatRubles(totalKopecks)} с НДС`]),
  ];
}

/** Page of the documents of a month, or of its year with the document of the email marked. */
export function documentPath({ month, documentId }: EmailFacts['month-documents']): string {
  const year = `/cabinet/documents?year=${month.slice(0, 4)}`;
  return documentId === undefined ? `${year}&month=${month}` : `${year}&document=${documentId}`;
}

const MONTH = new Intl.DateTimeFormat('ru-RU', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `2026-10` → «октябрь 2026 года» */
export function formatMonth(month: string): string {
  return MONTH.format(new Date(`${month}-01`)).replace('г.', 'года');
}
