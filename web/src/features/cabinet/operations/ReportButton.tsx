import type { ListFormat } from '#contract/list-files.ts';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadOperationsReport, downloadOperationsReportWorkbook } from '#contract/fuel/operations.ts';
import { saveFile } from '../../../server/download.ts';
import { reportFailure } from '../../../server/report-failure.ts';
import { useAction } from '../../../state/use-action.ts';
import { CATALOGUE } from '../../../forms/failure-catalogue.ts';
import { formatBytes } from '../../../lib/format.ts';
import { Button } from '../../../ui/Button.tsx';
import type { OperationFilters } from './use-operation-filters.ts';

const REPORTS = { csv: downloadOperationsReport, xlsx: downloadOperationsReportWorkbook } satisfies Record<
  ListFormat,
  unknown
>;

/**
 * «Скачать отчёт»: report.csv of the filtered operations, and the same as a workbook. A failure is only logged; retry is
 * possible (spec section 8).
 */
export function ReportButton({ filters }: { filters: OperationFilters }) {
  const [bytes, setBytes] = useState(0);
  const save = useAction({
    mutationFn: (format: keyof typeof REPORTS) =>
      saveFile(REPORTS[format], { query: reportQuery(filters) }, setBytes),
    onMutate: () => setBytes(0),
    onError: (error) => reportFailure(CATALOGUE.reportNotDownloaded, error),
  });
  const isSaving = (format: keyof typeof REPORTS) => save.isPending && save.variables === format;

  return (
    <>
      <Button
        icon={<IconDownload aria-hidden="true" stroke={1.75} />}
        pending={isSaving('csv')}
        onClick={() => save.mutate('csv')}
      >
        Скачать отчёт
        {isSaving('csv') && bytes > 0 && <span aria-live="polite">, {formatBytes(bytes)}</span>}
      </Button>
      <Button aria-label="Отчёт в XLSX" pending={isSaving('xlsx')} onClick={() => save.mutate('xlsx')}>
        XLSX
      </Button>
    </>
  );
}

function reportQuery(filters: OperationFilters) {
  return {
    date_from: filters.dateFrom,
    date_to: filters.dateTo,
    xls: '1',
    type_id: filters.typeId,
    status_id: filters.statusId,
    card_id: filters.cardId,
    partner_id: filters.partnerId,
    driver_id: filters.driverId,
    drivers: filters.drivers,
    vehicle_id: filters.vehicleId,
    group_id: filters.groupId,
    goods: filters.goods,
    station: filters.station,
  };
}
