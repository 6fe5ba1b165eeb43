import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadOperationsReport } from '#contract/operations.ts';
import { saveFile } from '../../server/download.ts';
import { tellFailure } from '../../server/tell-failure.ts';
import { useAction } from '../../state/use-action.ts';
import { CATALOGUE } from '../../forms/failure-catalogue.ts';
import { formatBytes } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import type { OperationFilters } from './use-operation-filters.ts';

/**
 * «Скачать отчёт»: report.csv of the filtered operations. A failure is only logged; retry is possible (spec section 8).
 */
export function ReportButton({ filters }: { filters: OperationFilters }) {
  const [bytes, setBytes] = useState(0);
  const save = useAction({
    mutationFn: () => saveFile(downloadOperationsReport, { query: reportQuery(filters) }, setBytes),
    onMutate: () => setBytes(0),
    onError: (error) => tellFailure(CATALOGUE.reportNotDownloaded, error),
  });

  return (
    <Button
      icon={<IconDownload aria-hidden="true" stroke={1.75} />}
      pending={save.isPending}
      onClick={() => save.mutate()}
    >
      Скачать отчёт
      {save.isPending && bytes > 0 && <span aria-live="polite">, {formatBytes(bytes)}</span>}
    </Button>
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
    goods: filters.goods,
    station: filters.station,
  };
}
