import { AnswerRows } from './AnswerRows.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import styles from './DocumentList.module.css';
import type { MonthlyDocument } from './monthly-document.ts';
import { formatOperation } from './OperationPicker.tsx';

/** Shows the company's objection to a document, and the answer. */
export function ObjectionModal({ document, onClose }: { document: MonthlyDocument; onClose: () => void }) {
  const { objection, title, partner_title: network } = document;
  if (!objection) return null;
  const { comment, operations, rows, answer, created_at: at } = objection;
  return (
    <Modal opened onClose={onClose} title="Возражение по документу">
      <Stack gap="2">
        <p>
          {title}, {network}
        </p>
        <section aria-label="Возражение">
          <p className={styles.quiet}>
            Отправлено <DateText value={at} style="datetime" />
          </p>
          <p className={styles.said}>{comment}</p>
          <AnswerRows rows={rows} />
          {operations.length > 0 && (
            <ul className={styles.lines} aria-label="Операции, о которых речь">
              {operations.map((operation) => (
                <li key={operation.id}>{formatOperation(operation)}</li>
              ))}
            </ul>
          )}
        </section>
        <section aria-label="Ответ">
          {answer ? (
            <>
              <p className={styles.quiet}>
                Ответ <DateText value={answer.created_at} style="datetime" />
              </p>
              <p className={styles.said}>{answer.text}</p>
            </>
          ) : (
            <p className={styles.quiet}>Ответа пока нет. Он появится здесь.</p>
          )}
        </section>
      </Stack>
    </Modal>
  );
}
