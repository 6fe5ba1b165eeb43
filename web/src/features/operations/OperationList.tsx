import { listCards } from '#contract/cards.ts';
import { listDrivers } from '#contract/drivers.ts';
import { listOperations, type OperationSort } from '#contract/operations.ts';
import { listPartners } from '#contract/orders.ts';
import { useToldFailure } from '../../server/tell-failure.ts';
import { CATALOGUE } from '../../forms/failure-catalogue.ts';
import { offeredIds, useRead } from '../../state/use-call.ts';
import { fullDriverName } from '../../cards/describe-card.ts';
import { readPages } from '../../state/read-pages.ts';
import { DataTable } from '../../tables/DataTable.tsx';
import { writtenSort } from '../../tables/table-view.ts';
import { TableTools } from '../../tables/TableTools.tsx';
import { useTableView } from '../../tables/use-table-view.ts';
import { cardChoices } from '../../cards/card-choices.ts';
import { formatLitres, formatNumber } from '../../lib/format.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Money } from '../../ui/Money.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { TableSkeleton } from '../../ui/Skeleton.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { OperationFilters } from './OperationFilters.tsx';
import { OPERATION_COLUMNS } from './operation-columns.tsx';
import { ReportButton } from './ReportButton.tsx';
import { printedFilters } from './printed-filters.ts';
import { isFiltered, useOperationFilters } from './use-operation-filters.ts';
import styles from './OperationList.module.css';

const REFRESH_MS = 10_000;

/** Recent or all operations: filters in the address, exact pages from 1 to the last, totals of the filter, a report. */
export function OperationList() {
  const cards = useRead(listCards);
  const drivers = useRead(listDrivers);
  const partners = useRead(listPartners);
  const cardIds = offeredIds(cards);
  const [filters, change] = useOperationFilters({ cardIds, driverIds: offeredIds(drivers) });
  const control = useTableView('operations', OPERATION_COLUMNS);
  const sort = writtenSort(control.view) as OperationSort | undefined;
  const operations = useRead(
    listOperations,
    { query: { ...filters, sort } },
    { keepPrevious: true, refetchMs: REFRESH_MS },
  );
  // Until the cards are known, the address may name one that nobody has.
  const error = cardIds || !filters.cardId ? operations.error : null;
  const { isSuccess, isPlaceholderData } = operations;
  const read = { error, isSuccess, isPlaceholderData };
  useToldFailure(CATALOGUE.operationsNotListed, read, JSON.stringify({ ...filters, sort }));

  const answer = operations.data;
  const choices = {
    cards: cardChoices(cards.data?.data ?? []),
    partners: (partners.data?.data ?? []).map(({ id, title }) => ({ id, label: title })),
    drivers: (drivers.data?.data ?? []).map((one) => ({ id: one.id, label: fullDriverName(one) })),
  };
  return (
    <Stack gap="3">
      <OperationFilters
        filters={filters}
        onChange={change}
        choices={choices}
        offered={answer?.meta.filters}
      />
      {answer && <p data-print="only">{printedFilters(filters, choices, answer.meta)}</p>}
      {error && <LoadError onReload={() => void operations.refetch()} message={error.message} />}
      {!answer && !error && <TableSkeleton columns={6} />}
      {answer && (
        <Stack gap="3" aria-busy={isPlaceholderData}>
          <Row between>
            <p className={styles.totals}>
              Топливо: <Money value={answer.meta.totals.sum} /> · {formatLitres(answer.meta.totals.litres)} ·
              всего операций {formatNumber(answer.meta.pagination.total)}
            </p>
            <Row gap="2">
              <TextLink to={paths.transactions} data-print="hide">
                Сводные отчеты
              </TextLink>
              <TableTools
                list="operations"
                columns={OPERATION_COLUMNS}
                control={control}
                fileName="Операции"
                rows={() => readPages(listOperations, { query: { ...filters, sort } })}
              />
              <ReportButton filters={filters} />
            </Row>
          </Row>
          {answer.data.length === 0 && answer.meta.pagination.total > 0 ? (
            <EmptyState
              title="На этой странице операций нет"
              action={<Button onClick={() => change({ page: 1 })}>К последним операциям</Button>}
            >
              Ссылка вела дальше последней страницы.
            </EmptyState>
          ) : answer.data.length === 0 ? (
            <EmptyState title="Операций нет">
              {isFiltered(filters) ? 'Измените фильтры.' : 'Здесь будут пополнения и заправки.'}
            </EmptyState>
          ) : (
            <Panel variant="flush">
              <DataTable
                caption="Операции"
                columns={OPERATION_COLUMNS}
                rows={answer.data}
                rowKey={(one) => one.id}
                control={control}
                inOrder
                fit
              />
            </Panel>
          )}
          <Pagination
            page={answer.meta.pagination.current_page}
            totalPages={answer.meta.pagination.total_pages}
            onChange={(page) => change({ page })}
          />
        </Stack>
      )}
    </Stack>
  );
}
