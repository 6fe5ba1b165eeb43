import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readCompanies } from '#contract/companies/own-companies.ts';
import { counted } from '#contract/values/counted.ts';
import { enterCompany } from '../../../state/enter-company.ts';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { SearchField } from '../../../tables/SearchField.tsx';
import { SelectionBar } from '../../../tables/SelectionBar.tsx';
import { TableTools } from '../../../tables/TableTools.tsx';
import { useRowSelection } from '../../../tables/use-row-selection.ts';
import { useTableView } from '../../../tables/use-table-view.ts';
import { Button } from '../../../ui/Button.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { ConfirmMonthModal } from './ConfirmMonthModal.tsx';
import { CompaniesFuel } from './CompaniesFuel.tsx';
import { deskColumns, type DeskCompany, type EnterCompany } from './desk-columns.tsx';
import { DownloadMonthModal } from './DownloadMonthModal.tsx';

/** While nothing is announced: streams are of the company that acts. */
const POLL_MS = 60_000;

const VIEWS = [
  { value: 'waiting', label: 'Что ждёт' },
  { value: 'fuel', label: 'Топливо и деньги' },
] as const;

/** «Компании»: what waits in all companies of the user, or their fuel and money side by side. */
export function CompanyDesk() {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const read = useRead(readCompanies, {}, { refetchMs: POLL_MS });
  const [failure, setFailure] = useState<string | null>(null);
  const enter = useCallback<EnterCompany>((company, href) => {
    setFailure(null);
    enterCompany(company.id, href).catch((error: Error) =>
      setFailure(`Не удалось перейти в ${company.title}: ${error.message}`),
    );
  }, []);

  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data) return <TableSkeleton columns={4} />;
  const companies = read.data.data;
  const view = search.get('view') === 'fuel' ? 'fuel' : 'waiting';
  return (
    <Stack gap="3">
      <Segmented
        label="Что показать"
        labelHidden
        options={VIEWS}
        value={view}
        onChange={(next) => write({ view: next === 'fuel' ? next : null })}
      />
      {failure && <Notice tone="error">{failure}</Notice>}
      {view === 'fuel' ? (
        <CompaniesFuel companies={companies} enter={enter} />
      ) : (
        <CompanyList companies={companies} enter={enter} />
      )}
    </Stack>
  );
}

type CompanyListProps = { companies: readonly DeskCompany[]; enter: EnterCompany };

/** All companies, the most urgent first, and what can be done for several of them at once. */
function CompanyList({ companies, enter }: CompanyListProps) {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const q = search.get('q') ?? '';
  const { show, dialog } = useDialogs();
  const columns = useMemo(() => deskColumns(enter), [enter]);
  const control = useTableView('companies', columns);
  const found = useMemo(() => findCompanies(companies, q), [companies, q]);
  const { selection, selected } = useRowSelection(useMemo(() => found.map(({ id }) => id), [found]));

  const chosen = found.filter(({ id }) => selection.has(id));
  return (
    <Stack gap="3">
      <Row between nowrap>
        <SearchField
          label="Название или ИНН"
          placeholder="Название или ИНН"
          value={q}
          onChange={(text) => write({ q: text || null })}
          wide
        />
        <TableTools columns={columns} control={control} fileName="Компании" rows={async () => found} />
      </Row>
      {found.length === 0 ? (
        <EmptyState title="Таких компаний нет">Измените поиск.</EmptyState>
      ) : (
        <Panel variant="flush">
          <DataTable
            caption="Компании"
            columns={columns}
            rows={found}
            rowKey={(company) => company.id}
            control={control}
            selection={selection}
            nameRow={(company) => company.title}
            isCurrent={(company) => company.current}
          />
        </Panel>
      )}
      <SelectionBar
        label="Выбранные компании"
        text={counted(chosen.length, ['компания', 'компании', 'компаний'])}
        selected={chosen.length}
        all={{
          count: found.length,
          onChoose: () =>
            selection.chooseAll(
              found.map(({ id }) => id),
              true,
            ),
        }}
        onNone={() => selection.chooseAll(selected, false)}
      >
        <Button
          size="small"
          variant="primary"
          onClick={() => show((onClose) => <ConfirmMonthModal companies={chosen} onClose={onClose} />)}
        >
          Подтвердить документы
        </Button>
        <Button
          size="small"
          onClick={() => show((onClose) => <DownloadMonthModal companies={chosen} onClose={onClose} />)}
        >
          Скачать за месяц
        </Button>
      </SelectionBar>
      {dialog}
    </Stack>
  );
}

/** Finds companies by a part of their title or INN. */
function findCompanies(companies: readonly DeskCompany[], q: string): DeskCompany[] {
  const sought = q.toLocaleLowerCase('ru');
  return companies.filter(
    ({ title, inn }) => title.toLocaleLowerCase('ru').includes(sought) || inn.includes(sought),
  );
}
