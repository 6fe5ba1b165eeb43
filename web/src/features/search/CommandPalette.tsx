import { useMemo, useState } from 'react';
import { listCards } from '#contract/cards.ts';
import { listDrivers } from '#contract/drivers.ts';
import { readTypedAction } from '#contract/read-typed-action.ts';
import { readSearch } from '#contract/read-search.ts';
import { SEARCH_MAX } from '#contract/search.ts';
import { listVehicles } from '#contract/vehicles.ts';
import { useRole, useSession } from '../../server/session.ts';
import { useMaintenance } from '../../state/maintenance.ts';
import { useRead } from '../../state/use-call.ts';
import type { Card } from '../../cards/describe-card.ts';
import { useToday } from '../../lib/use-today.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { Palette } from '../../ui/Palette.tsx';
import styles from './CommandPalette.module.css';
import { knowAll } from './card-entries.ts';
import type { Entry } from './entry.ts';
import { withIcon } from './entry-icon.tsx';
import { findEntries, usualEntries, type Offered } from './find-entries.ts';
import { answerGroups } from './answer-entries.ts';
import { foundGroups } from './found-entries.ts';
import { prepareActions } from './prepare-actions.ts';
import { recordEntry, recentEntries } from './recent-entries.ts';
import { useAnswer } from './use-answer.ts';
import { RewordedLine } from './RewordedLine.tsx';
import { useFound } from './use-found.ts';
import { REWORD, useRewording } from './use-rewording.ts';

export type { Offered } from './find-entries.ts';

type Props = {
  places: readonly Offered[];
  /** Actions of the user on their own session. */
  own: readonly Offered[];
  onGo: (to: string) => void;
  /** Asks before the card is blocked or unblocked. */
  onChangeStatus: (card: Card) => void;
  onClose: () => void;
};

/**
 * Finds and does everything from one field. Cards, drivers, places and actions appear at once, the rest by a server
 * request.
 */
export function CommandPalette({ places, own, onGo, onChangeStatus, onClose }: Props) {
  const [text, setText] = useState('');
  const today = useToday();
  const session = useSession();
  const who = { role: useRole(), maintenance: useMaintenance() };
  // Same request as the list of cards, so that its answer serves here too.
  const cards = useRead(listCards, { query: {} });
  const drivers = useRead(listDrivers);
  const trucks = useRead(listVehicles);
  const known = useMemo(
    () => knowAll(cards.data?.data ?? [], drivers.data?.data ?? [], trucks.data?.data ?? []),
    [cards.data, drivers.data, trucks.data],
  );
  const { found, awaited, failed, again } = useFound(text, today);
  const rewording = useRewording(text);
  const question = useAnswer(text, today);
  const isUnderstood = readTypedAction(text) !== null || Boolean(question.answer?.totals);
  const given = { known, places, own, who };
  const isEmpty = text.trim() === '';
  const groups = isEmpty
    ? usualEntries(recentEntries(session, given), given)
    : [
        ...prepareActions(rewording.sentence, known, who),
        ...answerGroups(rewording.said?.answer ?? question.answer, rewording.sentence, known),
        ...findEntries(text, given),
        ...foundGroups(found, readSearch(text, today), today),
        ...(isUnderstood ? [] : rewording.offered),
      ];
  const awaitsCards = cards.isPending || drivers.isPending;
  const lacksCards = cards.isLoadingError || drivers.isLoadingError;
  const awaits = !isEmpty && (awaited || question.awaited || awaitsCards);

  function choose(entry: Entry) {
    if (entry.key === REWORD) return rewording.ask();
    if (entry.fill !== undefined) return setText(entry.fill);
    recordEntry(session, entry);
    onClose();
    if (entry.to !== undefined) onGo(entry.to);
    else if (entry.changes) onChangeStatus(entry.changes);
    else entry.run?.();
  }

  return (
    <Palette
      label="Поиск и действия"
      placeholder="Карта, водитель, машина, сумма, действие или вопрос"
      text={text}
      onText={(next) => setText(next.slice(0, SEARCH_MAX))}
      groups={groups.map(({ title, entries }) => ({ title, entries: entries.map(withIcon) }))}
      unsure={awaits || failed !== null || question.failed !== null || lacksCards}
      nothing="Ничего не нашли. Попробуйте часть номера, фамилию, сумму или дату"
      onChoose={choose}
      onClose={onClose}
    >
      <RewordedLine rewording={rewording} />
      {awaits && (
        <p className={styles.awaited}>
          {awaitsCards ? 'Загружаем карты и водителей…' : 'Ищем операции, счета и документы…'}
        </p>
      )}
      {failed && (
        <div className={styles.failed}>
          <LoadError
            message={`Операции, счета и документы найти не удалось. ${failed.message}`}
            onReload={again}
          />
        </div>
      )}
      {question.failed && (
        <div className={styles.failed}>
          <LoadError message={`Ответить не удалось. ${question.failed.message}`} onReload={question.again} />
        </div>
      )}
      {lacksCards && (
        <div className={styles.failed}>
          <LoadError
            message="Не удалось загрузить карты и водителей"
            onReload={() => {
              void cards.refetch();
              void drivers.refetch();
            }}
            reloading={cards.isFetching || drivers.isFetching}
          />
        </div>
      )}
    </Palette>
  );
}
