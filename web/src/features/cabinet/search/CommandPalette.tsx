import { useEffect, useMemo, useState } from 'react';
import { listCards } from '#contract/cards/cards.ts';
import { listDrivers } from '#contract/cards/drivers.ts';
import { answerQuestion } from '#contract/insights/questions.ts';
import { readQuestion } from '#contract/insights/read-question.ts';
import { readSearch } from '#contract/insights/read-search.ts';
import { SEARCH_MAX, searchEverything } from '#contract/insights/search.ts';
import { listVehicles } from '#contract/fleet/vehicles.ts';
import { useRole, useSession } from '../../../server/session.ts';
import { useMaintenance } from '../../../state/maintenance.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { useToday } from '../../../lib/use-today.ts';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Palette } from '../../../ui/layers/Palette.tsx';
import styles from './CommandPalette.module.css';
import { buildKnown } from './card-entries.ts';
import type { Entry } from './entry.ts';
import { withIcon } from './entry-icon.tsx';
import { findEntries, usualEntries, type Offered } from './find-entries.ts';
import { buildAnswerGroups } from './answer-entries.ts';
import { foundGroups } from './found-entries.ts';
import { prepareActions } from './prepare-actions.ts';
import { recordEntry, recentEntries } from './recent-entries.ts';
import { useCompanyEntries } from './use-company-entries.ts';

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
    () => buildKnown(cards.data?.data ?? [], drivers.data?.data ?? [], trucks.data?.data ?? []),
    [cards.data, drivers.data, trucks.data],
  );
  const { found, awaited, failed, again } = useFound(text, today);
  const question = useAnswer(text, today);
  const companies = useCompanyEntries();
  const given = { known, places, own, companies, who };
  const isEmpty = text.trim() === '';
  const query = readSearch(text, today);
  // A number with kopecks is a sum: «4000,00» does not mean the card 4000.
  const isSum = query.numbers.some(({ digits }) => digits === null);
  const groups = isEmpty
    ? usualEntries(recentEntries(session, given), given)
    : [
        ...prepareActions(text, known, who),
        ...buildAnswerGroups(question.answer, text, known),
        ...(isSum ? [] : findEntries(text, given)),
        ...foundGroups(found, query, today),
      ];
  const awaitsCards = cards.isPending || drivers.isPending;
  const lacksCards = cards.isLoadingError || drivers.isLoadingError;
  const awaits = !isEmpty && (awaited || question.awaited || awaitsCards);

  function choose(entry: Entry) {
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

/** Requests the server's answer when the text is a question. Only the answer to the current text counts. */
function useAnswer(text: string, today: string) {
  const requested = text.trim().slice(0, SEARCH_MAX);
  const isCurrent = usePaused(requested) === requested;
  const asks = readQuestion(requested, today) !== null;
  const read = useRead(answerQuestion, { query: { q: requested } }, { enabled: asks && isCurrent });
  return {
    answer: asks && isCurrent ? read.data?.data : undefined,
    awaited: asks && (!isCurrent || read.isPending) && !read.isError,
    failed: asks && isCurrent && read.isError ? read.error : null,
    again: () => void read.refetch(),
  };
}

/** Typing that goes on asks nothing. */
const PAUSE_MS = 120;
const MIN_LETTERS = 3;

/**
 * Finds operations, invoices and documents on the server. Only the answer to the current text counts. Until it comes,
 * `awaited` is true.
 */
function useFound(text: string, today: string) {
  const requested = text.trim().slice(0, SEARCH_MAX);
  const paused = usePaused(requested);
  const worth = isUnderstood(requested, today);
  const isCurrent = paused === requested;
  const read = useRead(searchEverything, { query: { q: requested } }, { enabled: worth && isCurrent });
  return {
    found: worth && isCurrent ? read.data?.data : undefined,
    awaited: worth && (!isCurrent || read.isPending) && !read.isError,
    failed: worth && isCurrent && read.isError ? read.error : null,
    again: () => void read.refetch(),
  };
}

function isUnderstood(text: string, today: string): boolean {
  if (text.length < 2) return false;
  const { day, month, numbers, words } = readSearch(text, today);
  return (
    day !== null || month !== null || numbers.length > 0 || words.some((word) => word.length >= MIN_LETTERS)
  );
}

/** The text after its typing has paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
