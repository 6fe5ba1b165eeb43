import { EDM_WORDS } from '../../forms/edm-words.ts';
import { formatDate } from '../../lib/format.ts';
import { DateText } from '../../ui/DateText.tsx';
import { ProgressBar } from '../../ui/Meter.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';
import styles from './DocumentList.module.css';
import { isOpen, isValid, isWaiting, makingWords, type MonthlyDocument } from './monthly-document.ts';

/** What has become of a document: here, and at the EDM operator. */
export function DocumentStatus({ document }: { document: MonthlyDocument }) {
  const { received, objection, edm, making } = document;
  return (
    <span className={styles.state}>
      <span className={styles.first}>
        <span className={styles.network} data-phone>
          {document.partner_title}
        </span>
        {document.withdrawn && (
          <StatusWord tone="stop">
            Отозван
            <span data-desk>
              {' '}
              <DateText value={document.withdrawn.at} />
            </span>
          </StatusWord>
        )}
        {Boolean(document.replaced_by) && <StatusWord tone="neutral">Заменён исправлением</StatusWord>}
        {received && (
          <StatusWord tone="go">
            Получен
            <span data-desk>
              {' '}
              <DateText value={received} />
            </span>
          </StatusWord>
        )}
        {!received && objection && isValid(document) && (
          <StatusWord tone={objection.answer ? 'neutral' : 'stop'}>
            {objection.answer ? 'Ответ на возражение' : 'Возражение'}
            <span data-desk>
              {' от '}
              <DateText value={(objection.answer ?? objection).created_at} />
            </span>
          </StatusWord>
        )}
        {isWaiting(document) && (
          <StatusWord tone="wait">
            Ждёт<span data-desk> подтверждения</span>
          </StatusWord>
        )}
      </span>
      {isOpen(document) && document.object_until && (
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
          {makingWords(making)}
          <ProgressBar label={`Готовится: ${document.title}`} {...shareOf(making)} />
        </span>
      )}
      {edm && (
        <>
          <StatusWord tone={EDM_WORDS[edm.state].tone}>
            ЭДО: {EDM_WORDS[edm.state].words} <DateText value={edm.changed_at} />
          </StatusWord>
          {edmNotes(edm).map((note) => (
            <span key={note} className={styles.reason}>
              {note}
            </span>
          ))}
        </>
      )}
    </span>
  );
}

/** What the operator says, why the programme wants it annulled, and through whom it travels. */
function edmNotes({ state, reason, annulment, roaming }: NonNullable<MonthlyDocument['edm']>): string[] {
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
function shareOf({ pages, all_pages: all }: NonNullable<MonthlyDocument['making']>): { value?: number } {
  return all ? { value: pages / all } : {};
}

/** The same in words, for files and for the order of rows. */
export function statusWords(document: MonthlyDocument): string {
  const { received, objection, edm } = document;
  if (document.withdrawn) return `Отозван ${formatDate(document.withdrawn.at)}: ${document.withdrawn.reason}`;
  if (document.replaced_by) return 'Заменён исправлением';
  if (received) return `Получен ${formatDate(received)}`;
  if (objection?.answer) return `Ответ на возражение от ${formatDate(objection.answer.created_at)}`;
  if (objection) return `Возражение от ${formatDate(objection.created_at)}`;
  return isWaiting(document) || !edm ? 'Ждёт подтверждения' : `ЭДО: ${EDM_WORDS[edm.state].words}`;
}
