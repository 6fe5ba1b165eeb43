import { sql } from 'kysely';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { toCases, MAX_CASES, type CaseRow, type Askable, type CaseKind } from '../../cards/commands/cases.ts';
import { parseJobName, type JobName, type JobPayloads } from '../../../queue/job.ts';
import { formatMonth } from '../../papers/documents/closing/format-month.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { listDescribed } from '../../cards/commands/network-health.ts';

type Row = CaseRow & { task: string; payload: Record<string, unknown>; last_error: string | null };

/** Jobs whose attempts are used up, and whose company, card and network they were about. */
async function listFailedJobs(db: Db) {
  const found = await rows(
    db,
    sql<Row>`
      select failed.id, failed.failed_at as since, failed.attempts, failed.task, failed.payload, failed.last_error,
        partner.id as partner_id, partner.title as partner_title, company.id as company_id, company.inn,
        company.title as company_title, card.card_number, null as said, null as heard_at, count(*) over () as total
      from failed_jobs() failed
      left join operation on operation.id = (failed.payload ->> 'operationId')::bigint
      left join card on card.id = coalesce((failed.payload ->> 'cardId')::bigint, operation.card_id)
      left join card_request_item item on item.id = (failed.payload ->> 'itemId')::bigint
      left join card_request request on request.id = (failed.payload ->> 'requestId')::bigint
      left join month_document document on document.id = (failed.payload ->> 'documentId')::bigint
      left join company on company.id = coalesce((failed.payload ->> 'companyId')::bigint, operation.company_id,
        card.company_id, item.company_id, request.company_id, document.company_id)
      left join partner on partner.id = coalesce(operation.partner_id, card.partner_id, item.partner_id, document.partner_id)
      where partner.id is distinct from ${SANDBOX_NETWORK}
        and not exists (select from sandbox where sandbox.company_id = company.id)
      order by failed.failed_at desc, failed.id desc limit ${MAX_CASES}`,
  );
  return toCases(found, ({ task, payload, last_error }) => ({
    task,
    payload,
    lastError: last_error ?? '',
  }));
}

/** Begins a job again that has used up its attempts; false when no such job waits. */
async function retryFailedJob(db: Db, jobId: number): Promise<boolean> {
  return (await getOnlyRow(db, sql<{ retried: boolean }>`select retry_failed_job(${jobId}) as retried`))
    .retried;
}

const TEXT: { [Name in JobName]: (payload: JobPayloads[Name]) => string } = {
  'carry-out-operation': ({ operationId }) => `Передача операции № ${operationId} в сеть`,
  'carry-out-operations': ({ operationIds }) => `Передача операций в сеть: ${operationIds.length}`,
  'issue-cards': ({ itemId }) => `Заказ карт у сети, строка № ${itemId}`,
  'approve-request': ({ requestId }) => `Одобрение заявки № ${requestId}`,
  'approve-first-order': ({ companyId }) => `Одобрение первой заявки компании № ${companyId} по правилу`,
  'keep-company-cards': ({ companyId }) => `Блокировка или возврат карт компании № ${companyId}`,
  'sync-card': () => 'Передача услуг и лимита карты в сеть',
  'watch-balance': () => 'Сообщение о балансе ниже порога',
  reconcile: () => 'Ночная сверка',
  'seal-days': () => 'Запечатывание дней',
  'start-late-reading': () => 'Ночное чтение продаж за прошлые недели',
  'read-late-sales': () => 'Чтение продаж сети за прошлые недели',
  'compare-network-invoice': ({ invoiceId }) => `Сверка счёта сети, запись № ${invoiceId}`,
  'tell-payments-due': () => 'Уведомления о сроке оплаты',
  'run-dunning': () => 'Взыскание долгов за день',
  'charge-months': () => 'Сборы за прошлые месяцы',
  'save-daily-bundles': () => 'Подписанные пакеты за прошлые дни',
  'issue-advance-invoices': () => 'Счета-фактуры на аванс',
  'notify-complete-months': () => 'Сообщения о собранных месяцах',
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
  'send-receipt': ({ receiptId }) => `Чек № ${receiptId}: отправка в кассу`,
  'request-offset-receipts': () => 'Чеки зачёта авансов',
  'pull-bank': ({ account }) => `Выписка у банка по счёту …${account.slice(-4)}`,
  'close-month': ({ month }) => `Документы за ${formatMonth(month)}`,
  'make-paper': ({ documentId }) => `PDF документа № ${documentId}`,
  'make-contract': ({ companyId }) => `Договор клиента № ${companyId}`,
  'amend-contract': ({ companyId }) => `Дополнительное соглашение с клиентом № ${companyId}`,
  'publish-card-act': ({ requestId }) => `Акт карт по заявке № ${requestId}`,
  'connect-edm': () => 'Подключение к ЭДО',
  'send-edm-document': ({ documentId }) => `Отправка документа № ${documentId} в ЭДО`,
  'follow-edm-document': ({ documentId }) => `Состояние документа № ${documentId} в ЭДО`,
};

/** Describes a job's task as text. A job of another version of the program has only its name. */
export function formatJob(task: string, payload: Record<string, unknown>): string {
  const name = parseJobName(task);
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

/** «Задачи»: a job that the queue does not try any more. */
export const failedJobCase = {
  list: listDescribed(listFailedJobs, ({ id, task, payload, lastError }) => ({
    asked: formatJob(task, payload),
    problem: 'Не получилось, и попытки кончились',
    details: [
      { label: 'Последняя ошибка', value: withoutSecrets(lastError) },
      { label: 'Задача', value: `${task}, № ${id}` },
    ],
    deeds: ['ask'],
  })),
  retry,
} satisfies CaseKind & Askable;

async function retry(ctx: Context, jobId: number): Promise<void> {
  if (!(await retryFailedJob(ctx.db.system, jobId)))
    throw conflict('Эта задача уже выполнена, или её выполняют снова');
}
