import { useMemo } from 'react';
import { VAT_ROUNDING } from '#contract/papers/documents.ts';
import { type Operation, type OperationSort, listOperations } from '#contract/fuel/operations.ts';
import { useOperations } from './use-operations.ts';
import { useReportedFailure } from '../../../server/report-failure.ts';
import { CATALOGUE } from '../../../forms/failure-catalogue.ts';
import { counted } from '#contract/values/counted.ts';
import { useSubjectChoices, type SubjectChoices } from '../../../cards/use-subject-choices.ts';
import { readPages } from '../../../state/read-pages.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { isShownOffline, ListState } from '../../../tables/states/ListState.tsx';
import { toServerSort } from '../../../tables/table-view.ts';
import { TableTools } from '../../../tables/TableTools.tsx';
import { SelectionBar } from '../../../tables/SelectionBar.tsx';
import { SelectionFiles } from '../../../tables/SelectionFiles.tsx';
import { useRowSelection } from '../../../tables/use-row-selection.ts';
import { useTableView } from '../../../tables/use-table-view.ts';
import { formatLitres, formatNumber } from '../../../lib/format.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { operationColumns, OPERATION_COLUMNS } from './operation-columns.tsx';
import { OperationPanel } from './OperationPanel.tsx';
import { useOpenOperation } from './use-open-operation.ts';
import { ReportButton } from './ReportButton.tsx';
import { selectedTotals } from './selected-totals.ts';
import { printedFilters } from './printed-filters.ts';
import { UatButton } from './UatButton.tsx';
import {
  isFiltered,
  useOperationFilters,
  NO_FILTERS,
  type OperationFilters as Filters,
} from './use-operation-filters.ts';
import styles from './OperationList.module.css';
import type { EndpointMeta } from '#contract/endpoint.ts';
import { markRareFields, subjectFields } from '../../../cards/subject-fields.ts';
import { PeriodFields } from '../../../forms/days/PeriodFields.tsx';
import { usePeriod } from '../../../forms/days/use-period.ts';
import { FilterBar } from '../../../tables/FilterBar.tsx';

/** Recent or all operations: filters in the address, exact pages from 1 to the last, totals of the filter, a report. */
export function OperationList() {
  const choices = useSubjectChoices();
  const { cardIds } = choices;
  const [filters, change] = useOperationFilters(choices);
  const { openId, getPath } = useOpenOperation();
  const columns = useMemo(() => operationColumns(getPath), [getPath]);
  const control = useTableView('operations', OPERATION_COLUMNS);
  const sort = toServerSort(control.view, OPERATION_COLUMNS) as OperationSort | undefined;
  const { read: operations, answer, storedAt } = useOperations({ ...filters, sort });
  // Until the cards are loaded, the address may name a card that does not exist.
  const isOwnFailure = cardIds || !filters.cardId;
  const isOffline = isShownOffline(operations) || storedAt !== undefined;
  const error = isOwnFailure && !isOffline ? operations.error : null;
  const { isSuccess, isPlaceholderData } = operations;
  const read = { error, isSuccess, isPlaceholderData };
  useReportedFailure(CATALOGUE.operationsNotListed, read, JSON.stringify({ ...filters, sort }));

  const listed = useMemo(() => answer?.data.map(getKey) ?? [], [answer]);
  const { selection, selected } = useRowSelection(listed);
  const chosen = answer?.data.filter((item) => selection.has(item.id)) ?? [];
  return (
    <Stack gap="3">
      <OperationFilters
        filters={filters}
        onChange={change}
        choices={choices}
        offered={answer?.meta.filters}
      />
      {answer && <p data-print="only">{printedFilters(filters, choices, answer.meta)}</p>}
      {isOwnFailure && (
        <ListState of={listOperations} read={operations} message={error?.message} storedAt={storedAt} />
      )}
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
              <Row className={styles.files}>
                <ReportButton filters={filters} />
                <UatButton filters={filters} />
              </Row>
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
                columns={columns}
                rows={answer.data}
                isCurrent={(item) => item.id === openId}
                rowKey={getKey}
                control={control}
                inOrder
                fit
                selection={selection}
                nameRow={nameRow}
              />
            </Panel>
          )}
          <p className="ink-2" data-print="hide">
            {VAT_ROUNDING} {NUMBERS_IN_CSV}
          </p>
          <SelectionBar
            label="Выбранные операции"
            text={counted(chosen.length, OPERATION_FORMS)}
            below={<SelectedTotal rows={chosen} />}
            selected={chosen.length}
            onNone={() => selection.chooseAll(selected, false)}
          >
            <SelectionFiles
              rows={chosen}
              columns={OPERATION_COLUMNS}
              view={control.view}
              fileName="Выбранные операции"
            />
          </SelectionBar>
          <Pagination
            page={answer.meta.pagination.current_page}
            totalPages={answer.meta.pagination.total_pages}
            onChange={(page) => change({ page })}
          />
        </Stack>
      )}
      <OperationPanel rows={answer?.data ?? NO_ROWS} />
    </Stack>
  );
}

const NO_ROWS: readonly Operation[] = [];

/** Why a file of CSV has a sign that others lack (decision 114). */
const NUMBERS_IN_CSV =
  'В CSV перед длинным номером стоит «№», иначе Excel его округлит; в XLSX номера без знака.';

const OPERATION_FORMS = ['операция', 'операции', 'операций'] as const;

function getKey(item: Operation): number {
  return item.id;
}

function nameRow(item: Operation): string {
  return `операцию № ${item.number}`;
}

/** Shows how much the selected operations have moved. */
function SelectedTotal({ rows }: { rows: readonly Operation[] }) {
  const { sum, litres } = selectedTotals(rows);
  return (
    <>
      <Money value={sum} signed />
      {litres !== 0 && `, ${formatLitres(litres)}`}
    </>
  );
}

type Props = {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
  choices: SubjectChoices;
  /** The server's options; empty until the first answer. */
  offered: EndpointMeta<typeof listOperations>['filters'] | undefined;
};

/** Period, card, network, driver, goods, type and status, with the defaults of spec section 3. */
function OperationFilters({ filters, onChange, choices, offered }: Props) {
  const period = usePeriod(filters, onChange);
  const options = { typeId: offered?.types ?? [], statusId: offered?.statuses ?? [] };
  return (
    <FilterBar
      label="Фильтры операций"
      first={<PeriodFields period={period} />}
      fields={[
        ...markRareFields(subjectFields(filters, onChange, choices)),
        ...FIELDS.map((field) => ({
          ...field,
          rare: true,
          value: String(filters[field.key] ?? ''),
          options: options[field.key].map(({ id, label }) => ({ value: String(id), label })),
          onChange: (value: string) => onChange({ [field.key]: Number(value) || undefined }),
        })),
      ]}
      onClear={() => {
        period.forget();
        onChange(NO_FILTERS);
      }}
    />
  );
}

const FIELDS = [
  { key: 'typeId', label: 'Тип', all: 'Все транзакции' },
  { key: 'statusId', label: 'Статус', all: 'Все статусы' },
] as const;
