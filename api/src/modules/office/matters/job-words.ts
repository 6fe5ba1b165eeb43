import { jobOf, type JobName, type JobPayloads } from '../../../queue/job.ts';
import { monthWords } from '../documents/month-words.ts';

const TEXT: { [Name in JobName]: (payload: JobPayloads[Name]) => string } = {
  'carry-out-operation': ({ operationId }) => `Передача операции № ${operationId} в сеть`,
  'carry-out-operations': ({ operationIds }) => `Передача операций в сеть: ${operationIds.length}`,
  'issue-cards': ({ itemId }) => `Заказ карт у сети, строка № ${itemId}`,
  'approve-request': ({ requestId }) => `Одобрение заявки № ${requestId}`,
  'keep-company-cards': ({ companyId }) => `Блокировка или возврат карт компании № ${companyId}`,
  'sync-card': () => 'Передача услуг и лимита карты в сеть',
  'watch-balance': () => 'Сообщение о балансе ниже порога',
  reconcile: () => 'Ночная сверка',
  'seal-days': () => 'Запечатывание дней',
  'start-late-reading': () => 'Ночное чтение продаж за прошлые недели',
  'read-late-sales': () => 'Чтение продаж сети за прошлые недели',
  'tell-payments-due': () => 'Уведомления о сроке оплаты',
  'delete-spent': () => 'Удаление устаревших записей',
  'send-letter': ({ letterId }) => `Письмо № ${letterId}`,
  'send-notices': ({ userId }) => `Уведомления человеку № ${userId}`,
  'take-chat-update': () => 'Сообщение из чата с ботом',
  'send-security-sms': ({ messageId }) => `СМС о безопасности № ${messageId}`,
  'send-invitation-sms': ({ invitationId }) => `СМС о приглашении № ${invitationId}`,
  'change-phone': ({ changeId }) => `Другой телефон для входа, заявка № ${changeId}`,
  'send-mailing': ({ sendingId }) => `Отправка отчёта № ${sendingId}`,
  'ask-mailing-address': () => 'Письмо со ссылкой для адреса отчёта',
  'send-webhook': ({ webhookId }) => `Отправка событий, вебхук № ${webhookId}`,
  'follow-fast-payment': ({ orderId }) => `Оплата по СБП № ${orderId}: вопрос банку`,
  'pull-bank': ({ account }) => `Выписка у банка по счёту …${account.slice(-4)}`,
  'close-month': ({ month }) => `Документы за ${monthWords(month)}`,
  'make-paper': ({ documentId }) => `PDF документа № ${documentId}`,
  'publish-card-act': ({ requestId }) => `Акт карт по заявке № ${requestId}`,
  'connect-edm': () => 'Подключение к ЭДО',
  'send-edm-document': ({ documentId }) => `Отправка документа № ${documentId} в ЭДО`,
  'follow-edm-document': ({ documentId }) => `Состояние документа № ${documentId} в ЭДО`,
};

/** What a job was to do, in words. A job of another version of the program has only its name. */
export function jobText(task: string, payload: Record<string, unknown>): string {
  const name = jobOf(task);
  if (!Object.hasOwn(TEXT, name)) return `Задача «${task}»`;
  return (TEXT[name] as (payload: Record<string, unknown>) => string)(payload);
}

const LONGEST = 500;

/** An error's words without what may be a token, a code, a phone, or the keys in an address. */
export function withoutSecrets(error: string): string {
  return error
    .replace(/(\w+:\/\/)[^\s/@]*@/g, '$1…@')
    .replace(/\?\S+/g, '?…')
    .replace(
      /((?:pass|pwd|secret|token|key|authorization)\w*["']?\s*[:=]\s*["']?)(?:bearer\s+)?[^\s"',]+/gi,
      '$1…',
    )
    .replace(/[\w-]{32,}/g, '…')
    .replace(/(?<!\d)(?:\d{6}|7\d{10})(?!\d)/g, '…')
    .slice(0, LONGEST)
    .toWellFormed();
}
