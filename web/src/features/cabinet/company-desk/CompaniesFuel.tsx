import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { downloadCompaniesSpending, readCompaniesSpending } from '#contract/companies/own-companies.ts';
import { usePeriod } from '../../../forms/days/use-period.ts';
import { PeriodFields } from '../../../forms/days/PeriodFields.tsx';
import { useToday } from '../../../lib/use-today.ts';
import { parseDay } from '../../../lib/read-address.ts';
import { saveFile } from '../../../server/download.ts';
import type { CallFailed } from '../../../server/client.ts';
import { useAction } from '../../../state/use-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { useTableView } from '../../../tables/use-table-view.ts';
import { Button } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import type { DeskCompany, EnterCompany } from './desk-columns.tsx';
import { fuelColumns, fuelFooter, type CompanyFuel } from './fuel-columns.tsx';

type Props = { companies: readonly DeskCompany[]; enter: EnterCompany };

/** Shows the fuel of each company and of all together for a period, beside their money and debt now. */
export function CompaniesFuel({ companies, enter }: Props) {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const today = useToday();
  const query = {
    dateFrom: parseDay(search.get('from')) ?? `${today.slice(0, 7)}-01`,
    dateTo: parseDay(search.get('to')) ?? today,
  };
  const period = usePeriod(query, ({ dateFrom = '', dateTo = '' }) => write({ from: dateFrom, to: dateTo }), {
    required: true,
  });
  const read = useRead(readCompaniesSpending, { query });
  const [columns] = useState(() => fuelColumns(enter));
  const control = useTableView('companies-fuel', columns);
  const save = useAction<void, CallFailed, void>({
    mutationFn: () => saveFile(downloadCompaniesSpending, { query }),
  });
  const rows = useMemo(() => joinMoney(read.data?.data ?? [], companies), [read.data, companies]);
  return (
    <Stack gap="3">
      <Row between>
        <PeriodFields period={period} />
        <Button size="small" pending={save.isPending} onClick={() => save.mutate()}>
          Скачать CSV
        </Button>
      </Row>
      {save.error && <Notice tone="error">{save.error.message}</Notice>}
      {read.error ? (
        <LoadError onReload={() => void read.refetch()} message={read.error.message} />
      ) : read.data ? (
        <Panel variant="flush">
          <DataTable
            caption="Топливо компаний"
            columns={columns}
            rows={rows}
            rowKey={(company) => company.id}
            control={control}
            selection={null}
            footer={fuelFooter(read.data.meta.totals, rows)}
          />
        </Panel>
      ) : (
        <TableSkeleton columns={5} />
      )}
    </Stack>
  );
}

/** Adds the money of each company, which the overview of companies has. */
function joinMoney(
  spending: readonly Omit<CompanyFuel, 'own' | 'debt'>[],
  companies: readonly DeskCompany[],
): CompanyFuel[] {
  const byId = new Map(companies.map((company) => [company.id, company]));
  return spending.flatMap((row) => {
    const company = byId.get(row.id);
    return company ? [{ ...row, own: company.own, debt: company.debt }] : [];
  });
}
