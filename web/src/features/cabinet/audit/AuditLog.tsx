import { useMemo } from 'react';
import {
  downloadAuditLines,
  downloadAuditWorkbook,
  downloadCompanyAuditLines,
  downloadCompanyAuditWorkbook,
  listAudit,
  listCompanyAudit,
} from '#contract/backoffice/audit.ts';
import { AUDIT_LISTED } from '#contract/limits.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useRead } from '../../../state/use-call.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { TableTools } from '../../../tables/TableTools.tsx';
import { useTableView } from '../../../tables/use-table-view.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { auditColumns } from './audit-columns.tsx';
import { auditQuery, hasFilters, useAuditFilters, ACTIONS, type AuditFilters } from './use-audit-filters.ts';
import styles from './AuditLog.module.css';
import { IconDownload } from '@tabler/icons-react';
import { saveFile } from '../../../server/download.ts';
import { useAction } from '../../../state/use-action.ts';
import { ActionMenu, type MenuAction } from '../../../ui/layers/ActionMenu.tsx';
import { showToast } from '../../../ui/layers/Toast.tsx';
import { PeriodFields } from '../../../forms/days/PeriodFields.tsx';
import { usePeriod } from '../../../forms/days/use-period.ts';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { SearchField } from '../../../tables/SearchField.tsx';

/** Logs of all companies, for staff, or of the user's own company, for its admin. Both answer alike. */
const CALLS = {
  staff: { list: listAudit, workbook: downloadAuditWorkbook, lines: downloadAuditLines },
  company: {
    list: listCompanyAudit as unknown as typeof listAudit,
    workbook: downloadCompanyAuditWorkbook as unknown as typeof downloadAuditWorkbook,
    lines: downloadCompanyAuditLines as unknown as typeof downloadAuditLines,
  },
};

/** «Журнал действий»: who did what, when and from where, and what was there before and after. */
export function AuditLog({ of }: { of: keyof typeof CALLS }) {
  const isStaff = of === 'staff';
  const { list, workbook, lines } = CALLS[of];
  const [filters, change] = useAuditFilters(of);
  const columns = useMemo(() => auditColumns(isStaff), [isStaff]);
  const control = useTableView(`audit-${of}`, columns);
  const query = auditQuery(filters, isStaff);
  const read = useRead(
    list,
    { query: { ...query, folded: true, page: filters.page } },
    { keepPrevious: true },
  );
  const answer = read.data;
  return (
    <Stack gap="3">
      <AuditFilterBar filters={filters} onChange={change} isStaff={isStaff} />
      {read.error && <LoadError onReload={() => void read.refetch()} message={read.error.message} />}
      {!answer && !read.error && <TableSkeleton columns={5} />}
      {answer && (
        <Stack gap="3" aria-busy={read.isPlaceholderData}>
          <Row between>
            <p className={styles.quiet}>
              {answer.meta.more
                ? `Больше ${formatNumber(AUDIT_LISTED)} записей: здесь новейшие, остальные найдёт фильтр или файл`
                : `Записей: ${formatNumber(answer.meta.pagination.total)}`}
            </p>
            <Row gap="2">
              <TableTools columns={columns} control={control} />
              <AuditFiles workbook={workbook} lines={lines} query={query} />
            </Row>
          </Row>
          {answer.data.length === 0 ? (
            <EmptyState
              title={filters.page > 1 ? 'На этой странице записей нет' : 'Записей нет'}
              action={
                filters.page > 1 ? (
                  <Button onClick={() => change({ page: 1 })}>К последним записям</Button>
                ) : undefined
              }
            >
              {hasFilters(filters)
                ? 'Измените фильтры.'
                : 'Здесь будет каждое действие: кто, когда и что изменил.'}
            </EmptyState>
          ) : (
            <Panel variant="flush">
              <DataTable
                caption="Журнал действий"
                columns={columns}
                rows={answer.data}
                rowKey={(item) => item.id}
                control={control}
                inOrder
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

type Props = {
  workbook: typeof downloadAuditWorkbook;
  lines: typeof downloadAuditLines;
  query: ReturnType<typeof auditQuery>;
};

/** Exactly this view as a file: the server makes it, of all pages. */
function AuditFiles({ workbook, lines, query }: Props) {
  const saving = useAction({
    mutationFn: (kind: 'xlsx' | 'jsonl') =>
      kind === 'xlsx' ? saveFile(workbook, { query }) : saveFile(lines, { query }),
    onError: (failure: Error) =>
      showToast({ title: 'Файл не сохранён', message: failure.message, tone: 'stop' }),
  });
  const entry = (key: 'xlsx' | 'jsonl', label: string): MenuAction => ({
    key,
    label,
    disabledReason: saving.isPending ? 'Файл готовится' : null,
    onSelect: () => saving.mutate(key),
  });
  return (
    <ActionMenu
      label={saving.isPending ? 'Файл готовится' : 'Экспорт журнала'}
      actions={[entry('xlsx', 'XLSX для Excel'), entry('jsonl', 'JSON Lines')]}
      icon={<IconDownload aria-hidden="true" stroke={1.75} />}
    />
  );
}

type AuditFilterBarProps = {
  filters: AuditFilters;
  onChange: (change: Partial<AuditFilters>) => void;
  isStaff: boolean;
};

/** Actions of jobs are technical to most readers. */
const AUTHORS = [
  { value: 'people', label: 'Только люди' },
  { value: 'jobs', label: 'Только программа' },
] as const;

/** Filters by person, company, object, action and days. */
function AuditFilterBar({ filters, onChange, isStaff }: AuditFilterBarProps) {
  const period = usePeriod(filters, onChange);
  const write = (name: 'actor' | 'company' | 'target') => (value: string) => onChange({ [name]: value });
  return (
    <FilterBar
      label="Фильтры журнала"
      first={
        <>
          <PeriodFields period={period} />
          <SearchField
            plain
            maxLength={60}
            label="Кто"
            placeholder="Кто: имя, номер"
            value={filters.actor}
            onChange={write('actor')}
          />
          {isStaff && (
            <SearchField
              plain
              maxLength={60}
              label="Компания"
              placeholder="Компания или ИНН"
              value={filters.company}
              onChange={write('company')}
            />
          )}
          <SearchField
            plain
            maxLength={60}
            label="Чего касается"
            placeholder="Карта, заявка…"
            value={filters.target}
            onChange={write('target')}
          />
        </>
      }
      fields={[
        {
          key: 'action',
          label: 'Действие',
          all: 'Все действия',
          value: filters.action,
          options: isStaff ? ACTIONS.staff : ACTIONS.company,
          onChange: (action) => onChange({ action }),
        },
        {
          key: 'by',
          label: 'Кем сделано',
          all: 'Люди и программа',
          value: filters.by,
          options: AUTHORS,
          onChange: (by) => onChange({ by: by as AuditFilters['by'] }),
        },
      ]}
      onClear={() => {
        period.forget();
        onChange({
          actor: '',
          company: '',
          target: '',
          action: '',
          by: '',
          dateFrom: undefined,
          dateTo: undefined,
        });
      }}
    />
  );
}
