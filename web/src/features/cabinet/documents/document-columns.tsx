import { UNCONFIRMED_KIND } from '#contract/papers/documents.ts';
import { capitalized, formatDate, glueNumbers } from '../../../lib/format.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn, extraColumn, moneyColumn } from '../../../tables/usual-columns.tsx';
import { DocumentActions, type DocumentAction } from './DocumentActions.tsx';
import {
  shortTitle,
  type MonthlyDocument,
  isDisputable,
  isValid,
  isWaiting,
  formatProgress,
} from './monthly-document.ts';
import styles from './DocumentList.module.css';
import { EDM_STATUS } from '../../../forms/edm-status.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { ProgressBar } from '../../../ui/text/Meter.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';

/** The columns of the documents; `onDeed` opens the dialogue of an action. */
export function documentColumns(
  mayConfirm: boolean,
  onAction: (action: DocumentAction, document: MonthlyDocument) => void,
): readonly Column<MonthlyDocument>[] {
  return [
    {
      key: 'title',
      header: 'Документ',
      narrow: 'title',
      leastWidth: 300,
      fixed: true,
      value: (monthlyDocument) => monthlyDocument.title,
      cell: (monthlyDocument) => (
        <TwoLines cut below={monthlyDocument.partner_title}>
          <span title={monthlyDocument.title} data-desk>
            {glueNumbers(monthlyDocument.title)}
          </span>
          <span className={styles.short} data-phone>
            {shortTitle(monthlyDocument)}
          </span>
        </TwoLines>
      ),
    },
    {
      key: 'month',
      header: 'Месяц',
      narrow: 'hidden',
      width: 132,
      leaves: 1,
      inName: true,
      value: (monthlyDocument) => monthlyDocument.month,
      cell: (monthlyDocument) => capitalized(formatDate(monthlyDocument.month, 'month')),
    },
    extraColumn({ key: 'network', header: 'Сеть', width: 140, value: (item) => item.partner_title }),
    dateColumn({
      key: 'published',
      header: 'Опубликован',
      narrow: 'hidden',
      extra: true,
      width: 120,
      value: (item) => item.published,
    }),
    moneyColumn({
      key: 'sum',
      header: 'Сумма с НДС',
      narrow: 'aside',
      width: 132,
      value: (item) => item.sum,
    }),
    moneyColumn({ key: 'vat', header: 'НДС', narrow: 'hidden', width: 120, value: (item) => item.vat }),
    {
      key: 'status',
      header: 'Состояние',
      narrow: 'second',
      width: 232,
      value: formatStatus,
      cell: (monthlyDocument) => <DocumentStatus document={monthlyDocument} />,
    },
    {
      key: 'actions',
      header: 'Действия',
      headerHidden: true,
      narrow: 'menu',
      width: 112,
      cell: (monthlyDocument) => (
        <DocumentActions document={monthlyDocument} mayConfirm={mayConfirm} onAction={onAction} />
      ),
    },
  ];
}

/** Status of a document: here, and at the EDM operator. */
function DocumentStatus({ document }: { document: MonthlyDocument }) {
  const { received, objection, edm, making } = document;
  return (
    <span className={styles.state}>
      <span className={styles.first}>
        <span className={styles.network} data-phone>
          {document.partner_title}
        </span>
        {document.withdrawn && (
          <StatusLabel tone="stop">
            Отозван
            <span data-desk>
              {' '}
              <DateText value={document.withdrawn.at} />
            </span>
          </StatusLabel>
        )}
        {Boolean(document.replaced_by) && <StatusLabel tone="neutral">Заменён исправлением</StatusLabel>}
        {received && (
          <StatusLabel tone="go">
            Получен
            <span data-desk>
              {' '}
              <DateText value={received} />
            </span>
          </StatusLabel>
        )}
        {!received && objection && isValid(document) && (
          <StatusLabel tone={objection.answer ? 'neutral' : 'stop'}>
            {objection.answer ? 'Ответ на возражение' : 'Возражение'}
            <span data-desk>
              {' от '}
              <DateText value={(objection.answer ?? objection).created_at} />
            </span>
          </StatusLabel>
        )}
        {document.kind === UNCONFIRMED_KIND && isDisputable(document) && (
          <StatusLabel tone="neutral">
            Без<span data-desk> подтверждения</span>
          </StatusLabel>
        )}
        {isWaiting(document) && (
          <StatusLabel tone="wait">
            Ждёт<span data-desk> подтверждения</span>
          </StatusLabel>
        )}
      </span>
      {isDisputable(document) && document.object_until && (
        <span className={styles.quiet} data-below data-desk>
          Возражения по <DateText value={document.object_until} />
        </span>
      )}
      {document.withdrawn && <span className={styles.reason}>{document.withdrawn.reason}</span>}
      {document.replace_reason && (
        <span className={styles.reason}>Исправленный, действует он. {document.replace_reason}</span>
      )}
      {making && (
        <span className={styles.reason}>
          {formatProgress(making)}
          <ProgressBar label={`Готовится: ${document.title}`} {...getShare(making)} />
        </span>
      )}
      {edm && (
        <>
          <StatusLabel tone={EDM_STATUS[edm.state].tone}>
            ЭДО: {EDM_STATUS[edm.state].text} <DateText value={edm.changed_at} />
          </StatusLabel>
          {listEdmNotes(edm).map((note) => (
            <span key={note} className={styles.reason}>
              {note}
            </span>
          ))}
        </>
      )}
    </span>
  );
}

/** Lists the operator's reason, why the programme wants the document annulled, and through whom it travels. */
function listEdmNotes({ state, reason, annulment, roaming }: NonNullable<MonthlyDocument['edm']>): string[] {
  return [
    reason ?? '',
    annulment ? `Программа предлагает аннулировать документ: ${annulment}` : '',
    state === 'cancelling' ? 'Согласие или отказ подписывают в кабинете оператора ЭДО' : '',
    roaming && state === 'sent'
      ? `${roaming.delayed ? 'Задерживается в роуминге' : 'Идёт через роуминг'}: ${roaming.operator}`
      : '',
  ].filter(Boolean);
}

/** Unknown while the pages are counted. */
function getShare({ pages, all_pages: all }: NonNullable<MonthlyDocument['making']>): { value?: number } {
  return all ? { value: pages / all } : {};
}

/** Formats the status as text, for files and for the order of rows. */
function formatStatus(document: MonthlyDocument): string {
  const { received, objection, edm } = document;
  if (document.withdrawn) return `Отозван ${formatDate(document.withdrawn.at)}: ${document.withdrawn.reason}`;
  if (document.replaced_by) return 'Заменён исправлением';
  if (received) return `Получен ${formatDate(received)}`;
  if (objection?.answer) return `Ответ на возражение от ${formatDate(objection.answer.created_at)}`;
  if (objection) return `Возражение от ${formatDate(objection.created_at)}`;
  if (document.kind === UNCONFIRMED_KIND) return 'Подтверждать не нужно';
  return isWaiting(document) || !edm ? 'Ждёт подтверждения' : `ЭДО: ${EDM_STATUS[edm.state].text}`;
}
