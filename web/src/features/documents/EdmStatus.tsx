import type { EDM_MESSAGE_STATES } from '#contract/documents.ts';
import { DateText } from '../../ui/DateText.tsx';
import { StatusWord, type StatusTone } from '../../ui/StatusWord.tsx';
import styles from './DocumentList.module.css';
import type { MonthlyDocument } from './DocumentRow.tsx';

type State = (typeof EDM_MESSAGE_STATES)[number];

/** The document's progress at the EDM operator, and what stopped it. */
export function EdmStatus({ edm }: { edm: NonNullable<MonthlyDocument['edm']> }) {
  const { tone, words } = SAID[edm.state];
  return (
    <>
      <StatusWord tone={tone}>
        ЭДО: {words} <DateText value={edm.changed_at} />
      </StatusWord>
      {edm.reason && <div className={styles.reason}>{edm.reason}</div>}
    </>
  );
}

/** Whether the operator is still polled: every state but the three final ones. */
export function isTravelling({ edm }: MonthlyDocument): boolean {
  return edm !== null && (edm.state === 'queued' || edm.state === 'sent' || edm.state === 'delivered');
}

const SAID: Record<State, { tone: StatusTone; words: string }> = {
  queued: { tone: 'wait', words: 'ждёт отправки' },
  sent: { tone: 'wait', words: 'передан оператору' },
  delivered: { tone: 'wait', words: 'доставлен' },
  signed: { tone: 'go', words: 'подписан' },
  refused: { tone: 'stop', words: 'в подписи отказано' },
  failed: { tone: 'stop', words: 'не доставлен' },
};
