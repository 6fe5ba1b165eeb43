import {
  IconArrowsExchange,
  IconArrowRight,
  IconFileInvoice,
  IconFileText,
  IconSteeringWheel,
} from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import { listCards } from '#contract/cards.ts';
import { lastFour } from '#contract/card-number.ts';
import { listDrivers } from '#contract/drivers.ts';
import { readSearch } from '#contract/read-search.ts';
import { SEARCH_MAX } from '#contract/search.ts';
import { useRole, useSession } from '../../server/session.ts';
import { useMaintenance } from '../../state/maintenance.ts';
import { listOpened, noteOpened } from '../../state/recently-opened.ts';
import { useRead } from '../../state/use-call.ts';
import { toneOfPartner, type Card } from '../../cards/describe-card.ts';
import { moscowDay } from '../../lib/format.ts';
import { CardFace } from '../../ui/CardFace.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Palette } from '../../ui/Palette.tsx';
import styles from './CommandPalette.module.css';
import { knowAll } from './card-entries.ts';
import type { Entry } from './entry.ts';
import { entryOf, findEntries, usualEntries, type Offered } from './find-entries.ts';
import { foundGroups } from './found-entries.ts';
import { useFound } from './use-found.ts';

export type { Offered } from './find-entries.ts';

type Props = {
  places: readonly Offered[];
  /** What the person does with his own session. */
  own: readonly Offered[];
  onGo: (to: string) => void;
  /** Asks before the card is blocked or unblocked. */
  onChangeStatus: (card: Card) => void;
  onClose: () => void;
};

/** Finds and does everything from one field: cards, drivers, places and deeds at once, the rest by asking the server. */
export function CommandPalette({ places, own, onGo, onChangeStatus, onClose }: Props) {
  const [text, setText] = useState('');
  const [today] = useState(() => moscowDay(new Date()));
  const session = useSession();
  const who = { role: useRole(), maintenance: useMaintenance() };
  // As the list of cards asks for all of them, so that its answer serves here too.
  const cards = useRead(listCards, { query: {} });
  const drivers = useRead(listDrivers);
  const known = useMemo(
    () => knowAll(cards.data?.data ?? [], drivers.data?.data ?? []),
    [cards.data, drivers.data],
  );
  const { found, awaited, failed, again } = useFound(text, today);
  const given = { known, places, own, who };
  const isEmpty = text.trim() === '';
  const groups = isEmpty
    ? usualEntries(recentOf(), given)
    : [...findEntries(text, given), ...foundGroups(found, readSearch(text, today), today)];
  const awaitsCards = cards.isPending || drivers.isPending;
  const lacksCards = cards.isLoadingError || drivers.isLoadingError;

  function recentOf(): Entry[] {
    return listOpened(session)
      .map(({ key, title, to, ...rest }): Entry | null =>
        title !== undefined && to !== undefined
          ? { key, title, to, kind: key.split(':')[0] as Entry['kind'], ...rest }
          : entryOf(key, given),
      )
      .filter((entry) => entry !== null)
      .slice(0, MOST_RECENT);
  }

  function choose(entry: Entry) {
    if (entry.fill !== undefined) return setText(entry.fill);
    note(entry);
    onClose();
    if (entry.to !== undefined) onGo(entry.to);
    else if (entry.changes) onChangeStatus(entry.changes);
    else entry.run?.();
  }

  function note({ kind, key, opens, title, note: words, to }: Entry) {
    if (opens !== undefined) return noteOpened(session, { key: opens });
    if (kind === 'action') return;
    const isKnownHere = kind === 'card' || kind === 'driver' || kind === 'place';
    noteOpened(
      session,
      isKnownHere ? { key } : { key, title, ...(words && { note: words }), ...(to && { to }) },
    );
  }

  return (
    <Palette
      label="Поиск и действия"
      placeholder="Карта, водитель, сумма, дата, документ или действие"
      text={text}
      onText={(next) => setText(next.slice(0, SEARCH_MAX))}
      groups={groups.map(({ title, entries }) => ({ title, entries: entries.map(drawn) }))}
      busy={!isEmpty && (awaited || awaitsCards)}
      nothing="Ничего не нашли. Попробуйте часть номера, фамилию, сумму или дату"
      onChoose={choose}
      onClose={onClose}
    >
      {!isEmpty && (awaited || awaitsCards) && (
        <p className={styles.awaited}>
          {awaitsCards ? 'Загружаем карты и водителей…' : 'Ищем операции, счета и документы…'}
        </p>
      )}
      {!isEmpty && failed && (
        <div className={styles.failed}>
          <LoadError
            message={`Операции, счета и документы найти не удалось. ${failed.message}`}
            onReload={again}
          />
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

const MOST_RECENT = 5;

function drawn(entry: Entry): Entry {
  return { ...entry, icon: entry.card ? <Face card={entry.card} /> : (entry.icon ?? ICONS[entry.kind]) };
}

function Face({ card }: { card: Card }) {
  return (
    <span aria-hidden="true">
      <CardFace
        size="chip"
        tone={toneOfPartner(card.partner.id)}
        title={card.partner.title}
        lastFour={lastFour(card.card_number)}
      />
    </span>
  );
}

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;
const ICONS: Readonly<Record<Entry['kind'], ReactNode>> = {
  card: null,
  driver: <IconSteeringWheel {...ICON} />,
  place: null,
  action: <IconArrowRight {...ICON} />,
  operation: <IconArrowsExchange {...ICON} />,
  invoice: <IconFileInvoice {...ICON} />,
  document: <IconFileText {...ICON} />,
};
