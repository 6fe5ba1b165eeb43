import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { can } from '#contract/access.ts';
import { listCards } from '#contract/cards/cards.ts';
import { listOrders } from '#contract/orders/orders.ts';
import { readOverview } from '#contract/insights/overview.ts';
import { useRole } from '../../server/session.ts';
import { beginManyMovements, type MovementDirection } from '../../state/many-movements.ts';
import { paths } from '../../paths.ts';
import { useRead } from '../../state/use-call.ts';
import { isNotSetUp } from '../../cards/card-state.ts';
import type { BulkAction } from '../../features/cabinet/many-cards/bulk-action.ts';
import { BulkBar } from '../../features/cabinet/many-cards/BulkBar.tsx';
import { lazyDialog } from '../../ui/layers/lazy-dialog.tsx';
import { CardFilterBar } from '../../features/cabinet/card-list/CardFilterBar.tsx';
import { cardColumns, nameCard } from '../../features/cabinet/card-list/card-columns.tsx';
import { GroupLimits } from '../../features/cabinet/card-list/GroupLimits.tsx';
import { isRejected, isUnderway, RequestList } from '../../features/cabinet/card-requests/RequestList.tsx';
import { AnswerRequest, RequestText } from '../../features/cabinet/exceptions/AnswerRequest.tsx';
import { WaitingList } from '../../features/cabinet/overview/WaitingList.tsx';
import { FirstSteps } from '../../features/cabinet/first-run/FirstSteps.tsx';
import { Overview } from '../../features/cabinet/overview/Overview.tsx';
import { DataTable } from '../../tables/DataTable.tsx';
import { isShownOffline, ListState } from '../../tables/states/ListState.tsx';
import { TableTools } from '../../tables/TableTools.tsx';
import { useRowSelection } from '../../tables/use-row-selection.ts';
import { useTableView, type ViewControl } from '../../tables/use-table-view.ts';
import type { Column } from '../../tables/column.ts';
import { StatusModal } from '../../features/cabinet/card-status/StatusModal.tsx';
import { filterQuery, useCardFilters } from '../../features/cabinet/card-list/use-card-filters.ts';
import { useRequestPlaces } from '../../features/cabinet/card-requests/use-request-places.ts';
import { useNetworkOutcome } from '../../cards/use-network-outcome.ts';
import { CARD_FORMS, type Card } from '../../cards/describe-card.ts';
import { counted } from '#contract/values/counted.ts';
import { Button } from '../../ui/Button.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { LIST_NOT_LOADED } from '../../ui/states/LoadError.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ListSkeleton } from '../../ui/states/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import styles from './CardsPage.module.css';

const BulkModal = lazyDialog(
  async () => (await import('../../features/cabinet/many-cards/BulkModal.tsx')).BulkModal,
  ({ action }) => action !== null,
);
const GroupModal = lazyDialog(
  async () => (await import('../../features/cabinet/many-cards/GroupModal.tsx')).GroupModal,
  () => true,
);

/** Poll interval of the list: short while a network or the programme is at work, otherwise long. */
const SOON_MS = 2500;
const STABLE_MS = 15_000;
/** Number of cards that a screen shows without a search. */
const SMALL_LIST = 7;

const REQUEST = { Text: RequestText, Answer: AnswerRequest };

/** /cabinet: the company's cards, those waiting for setup, and requests for new ones (spec section 2). */
export default function CardsPage() {
  const { filters, change, clear, active } = useCardFilters();
  // «Карты» of the menu: the cards alone. Requests have a tab of their own there.
  const isCardList = useLocation().hash === '#cards';
  const [busy, setBusy] = useState(false);
  const [changed, setChanged] = useState<Card | null>(null);
  const columns = useMemo(() => cardColumns(setChanged), []);
  const unsortedColumns = useMemo(() => columns.map((item) => ({ ...item, unsorted: true })), [columns]);
  const control = useTableView('cards', columns);
  const requests = useRead(listOrders, {}, { refetchMs: busy ? SOON_MS : STABLE_MS });
  const cards = useRead(
    listCards,
    { query: filterQuery(filters) },
    { refetchMs: busy ? SOON_MS : STABLE_MS, keepPrevious: true },
  );
  const overview = useRead(readOverview, {}, { refetchMs: STABLE_MS });
  const atWork =
    (requests.data?.data.some(isUnderway) ?? false) ||
    (cards.data?.data.some((card) => card.inProgressOperations.length > 0) ?? false);
  if (atWork !== busy) setBusy(atWork);
  useNetworkOutcome(cards.data?.data);

  // The overview appears above the cards, so the cards wait for it. Otherwise it would push the cards down just as the
  // user clicks one. A failed read is not waited for.
  const expected =
    cards.isPending ||
    (requests.isPending && requests.failureCount === 0) ||
    (overview.isPending && overview.failureCount === 0);
  // Steps, not zeros, until a card has been used.
  const hasCards = (cards.data?.data.length ?? 0) > 0 || active > 0;
  const isNew = !expected && active === 0 && (!hasCards || overview.data?.data.has_fillings === false);
  // All cards of a small company are seen at once: there is nothing to search or to sort.
  const isSmall = active === 0 && cards.data !== undefined && cards.data.data.length <= SMALL_LIST;
  const { known, late, finished } = useRequestPlaces(expected ? null : (requests.data?.data ?? []));
  return (
    <Stack gap="3" className={styles.page}>
      {!isCardList && (overview.data || !overview.isError) && !isNew && (
        <Overview data={overview.data?.data ?? null} request={REQUEST} />
      )}
      {isNew && overview.data?.data.waiting.some(({ kind }) => kind === 'debt') && (
        <Panel variant="flush">
          <WaitingList data={overview.data.data} request={REQUEST} />
        </Panel>
      )}
      {isNew && (
        <FirstSteps
          cardsOrdered={hasCards || (requests.data?.data.some((request) => !isRejected(request)) ?? false)}
          cards={cards.data?.data ?? []}
          overview={overview.data?.data ?? null}
        />
      )}
      {!expected && !isNew && !isSmall && (
        <CardFilterBar
          filters={filters}
          onChange={change}
          onClear={clear}
          count={cards.data?.data.length ?? null}
          tools={
            <TableTools
              list="cards"
              columns={columns}
              control={control}
              fileName="Карты"
              rows={() => cards.data?.data ?? []}
            />
          }
        />
      )}
      {expected ? (
        <Panel variant="flush">
          <ListSkeleton count={8} label="Загружаются карты" />
        </Panel>
      ) : cards.data && (hasCards || !isNew) ? (
        <Cards
          cards={cards.data.data}
          columns={isSmall ? unsortedColumns : columns}
          control={control}
          onClear={clear}
          stale={cards.isPlaceholderData}
        />
      ) : null}
      {/* The time of cards from the last visit stands above the balances, which were read with them. */}
      {cards.isError && !isShownOffline(cards) && (
        <ListState of={listCards} read={cards} message={LIST_NOT_LOADED} />
      )}
      {!isCardList && known.length + late.length > 0 && (
        <Panel
          id="requests"
          title={[...known, ...late].some(isUnderway) ? 'Заявки на карты в работе' : 'Заявки на карты'}
          variant="flush"
        >
          <RequestList requests={[...known, ...late]} />
        </Panel>
      )}
      {!isCardList && finished.length > 0 && (
        <Disclosure summary={`Завершённые заявки на карты: ${finished.length}`}>
          <RequestList requests={finished} />
        </Disclosure>
      )}
      <StatusModal card={changed} onClose={() => setChanged(null)} />
    </Stack>
  );
}

type CardsProps = {
  cards: readonly Card[];
  columns: readonly Column<Card>[];
  control: ViewControl;
  onClear: () => void;
  stale: boolean;
};

function Cards({ cards, columns, control, onClear, stale }: CardsProps) {
  const [action, setAction] = useState<BulkAction | null>(null);
  const [isGrouping, setGrouping] = useState(false);
  const mayChange = can(useRole(), 'changeCard');
  const navigate = useNavigate();
  const { waiting, ready, listed } = useMemo(() => sorted(cards), [cards]);
  const { selection, selected } = useRowSelection(listed);
  function move(direction: MovementDirection) {
    beginManyMovements(direction, selected);
    void navigate(direction === 'to-card' ? paths.cardsPayment(1) : paths.cardsPayout(1));
  }
  if (cards.length === 0) return <NothingFound onClear={onClear} />;
  const table = {
    columns,
    control,
    fit: true,
    rowKey,
    nameRow: nameCard,
    selection: mayChange ? selection : null,
    boxes: 'gutter' as const,
  };
  return (
    <Stack gap="3" aria-busy={stale}>
      {ready.length > 0 && (
        <Panel aria-label={counted(ready.length, CARD_FORMS)} variant="flush">
          <DataTable {...table} caption="Мои карты" rows={ready} />
        </Panel>
      )}
      {waiting.length > 0 && (
        <Panel title={`Ожидают настройки: ${counted(waiting.length, CARD_FORMS)}`} variant="flush">
          <DataTable {...table} caption="Карты, которые ожидают настройки" rows={waiting} />
        </Panel>
      )}
      <BulkBar
        selected={selected.length}
        all={listed.length}
        onAll={() => selection.chooseAll(listed, true)}
        onNone={() => selection.chooseAll(listed, false)}
        onAction={setAction}
        onGroup={() => setGrouping(true)}
        onMove={move}
      />
      <GroupLimits cards={cards} />
      <BulkModal
        action={action}
        cards={action ? cards.filter((card) => selection.has(card.id)) : []}
        onClose={() => setAction(null)}
      />
      {isGrouping && (
        <GroupModal
          cards={cards.filter((card) => selection.has(card.id))}
          onClose={() => setGrouping(false)}
        />
      )}
    </Stack>
  );
}

function rowKey(card: Card): number {
  return card.id;
}

/** Cards that work come first: the overview names those that wait, with a link to exactly these; `listed` are the ids of all of them. */
function sorted(cards: readonly Card[]): { waiting: Card[]; ready: Card[]; listed: number[] } {
  const waiting = cards.filter(isNotSetUp);
  const ready = cards.filter((card) => !isNotSetUp(card));
  return { waiting, ready, listed: cards.map((card) => card.id) };
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <Panel>
      <EmptyState title="Таких карт нет" action={<Button onClick={onClear}>Сбросить фильтры</Button>}>
        Измените запрос или уберите фильтры.
      </EmptyState>
    </Panel>
  );
}
