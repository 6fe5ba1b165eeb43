import { useSearchParams } from 'react-router';
import { useMemo } from 'react';
import { TASK_OWNER_FILTERS } from '#contract/backoffice/tasks.ts';
import { askAgain, listUnsettled, MAX_UNSETTLED, type AskableKind } from '#contract/money/unsettled.ts';
import { UNSETTLED_KINDS, UNSETTLED_TITLE, type UnsettledKind } from '#contract/money/unsettled-kinds.ts';
import { useRead } from '../../../state/use-call.ts';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { useProposals } from '../../../staff/use-proposals.ts';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import { TaskBar } from '../../../staff/TaskBar.tsx';
import { useMay } from '../../../staff/use-may.ts';
import { caseNumber, taskFilters, useCaseTasks } from '../../../staff/use-tasks.ts';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { useRowSelection } from '../../../tables/use-row-selection.ts';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { caseColumns } from './CaseColumns.tsx';
import { CASE_DIALOGS } from './case-dialogs.tsx';
import { getKey, nameCase, CASE_HINT } from './case-kinds.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import styles from '../../../staff/StaffList.module.css';

const REFRESH_MS = 15_000;
const SORTS = ['date', '-date'] as const;

/** Lists the open cases except movements of money. A person finds out the outcome and enters it here. */
export function CaseList() {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const { open, dialog } = useDialogs();
  const kind = UNSETTLED_KINDS.find((unsettledKind) => unsettledKind === search.get('kind'));
  const proposals = useProposals('sale', 'staff.handleMoney');
  const owner = TASK_OWNER_FILTERS.find((filter) => filter === search.get('owner'));
  const sort = SORTS.find((offered) => offered === search.get('sort'));
  const tasks = useCaseTasks();
  const mayTake = useMay('staff.change');
  const list = useRead(
    listUnsettled,
    { query: { kind, owner, sort: sort as never } },
    { keepPrevious: true, refetchMs: REFRESH_MS },
  );
  const again = useStaffAction(askAgain, {
    name: 'Повтор запроса',
    refresh: [listUnsettled],
    hasOwnNotice: true,
  });
  const totals = list.data?.meta?.totals;
  const listed = useMemo(() => list.data?.data.map(caseNumber) ?? [], [list.data]);
  const { selection, selected } = useRowSelection(listed);

  if (!list.data && list.error)
    return <LoadError onReload={() => void list.refetch()} message={list.error.message} />;
  return (
    <Stack>
      <p className={styles.quiet}>{kind ? CASE_HINT[kind] : ALL_HINT}</p>
      <FilterBar
        label="Фильтры разбора"
        first={
          <Select
            label="Что ждёт"
            labelHidden
            className={styles.filter}
            value={kind ?? 'all'}
            onChange={(value) => write({ kind: value === 'all' ? null : value })}
            options={[
              { value: 'all', label: withCount('Всё', totals && getTotal(totals)) },
              ...Object.entries(UNSETTLED_TITLE).map(([value, title]) => ({
                value,
                label: withCount(title, totals?.[value as UnsettledKind]),
              })),
            ]}
          />
        }
        fields={taskFilters({ owner: owner ?? '', sort: search.get('sort') ?? '' }, write)}
      />
      {tasks.error && <Notice tone="error">{tasks.error.message}</Notice>}
      {again.error && <Notice tone="error">{again.error.message}</Notice>}
      {again.data && <Notice tone="go">{describeRetry(again.data.data.kind)}</Notice>}
      {!list.data && <TableSkeleton columns={5} />}
      {list.data?.data.length === 0 && (
        <EmptyState title="Разбирать нечего">
          {kind || owner
            ? 'Такого сейчас нет.'
            : 'Сети ответили на все команды, продажи проведены, документы сделаны.'}
        </EmptyState>
      )}
      {list.data && list.data.data.length > 0 && (
        <StaffTable
          list="matters"
          caption="Ждут разбора"
          forms={['случай', 'случая', 'случаев']}
          columns={caseColumns({
            ask: ({ kind: of, id }) => again.mutate({ params: { kind: of as AskableKind, id } }),
            asking: again.isPending && again.variables.params ? getKey(again.variables.params) : null,
            proposals,
            tasks: tasks.act,
            mayTake,
            decide: (item, action) => open(CASE_DIALOGS[action], item),
          })}
          rows={list.data.data}
          rowKey={caseNumber}
          selection={mayTake ? selection : null}
          nameRow={nameCase}
        />
      )}
      {list.data?.meta && <RemainingCount of={list.data.meta.total} isOldestFirst={sort === 'date'} />}
      <TaskBar
        label="Выбранные строки"
        forms={['строка', 'строки', 'строк']}
        chosen={(list.data?.data ?? [])
          .map((item) => ({ id: caseNumber(item), owner: item.owner, isTask: true }))
          .filter(({ id }) => selected.includes(id))}
        tasks={tasks}
        onNone={() => selection.chooseAll(selected, false)}
      />
      {dialog}
    </Stack>
  );
}

const ALL_HINT =
  'Здесь то, на что сеть не ответила, что не удалось провести или сделать и о чём нужно знать. Сети спрашивают снова каждые 15 минут. Движения денег стоят в разделе «Движения».';

function RemainingCount({ of, isOldestFirst }: { of: number; isOldestFirst: boolean }) {
  if (of <= MAX_UNSETTLED) return null;
  return (
    <p className={styles.quiet}>
      Показаны {MAX_UNSETTLED} {isOldestFirst ? 'самых старых' : 'последних'}, ещё {of - MAX_UNSETTLED} ждут.
    </p>
  );
}

function describeRetry(kind: AskableKind): string {
  if (kind === 'sale') return 'Продажу попробуют провести при следующем чтении списка сети.';
  if (kind === 'xml') return 'XML сделан заново и прошёл проверку: строка уйдёт отсюда сама.';
  if (kind === 'closing') return 'Документы делают ещё раз. Если получится, строка уйдёт отсюда сама.';
  if (kind === 'receipt') return 'Чек отправлен ещё раз. Если касса откажет снова, строка вернётся.';
  if (kind === 'job') return 'Задачу выполняют ещё раз. Если снова не получится, строка вернётся.';
  return 'Сеть спрашивают ещё раз. Если она ответит, строка уйдёт отсюда сама.';
}

function getTotal(totals: Record<UnsettledKind, number>): number {
  return Object.values(totals).reduce((sum, total) => sum + total, 0);
}

function withCount(title: string, count: number | undefined): string {
  return count ? `${title}: ${count}` : title;
}
