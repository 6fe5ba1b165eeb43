import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadOperationsReport } from '#contract/operations.ts';
import { saveFile } from '../../api/download.ts';
import { tellFailure } from '../../api/tell-failure.ts';
import { CATALOGUE } from '../../forms/failure-catalogue.ts';
import { formatBytes } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import type { OperationFilters } from './use-operation-filters.ts';

/**
 * «Скачать отчёт»: report.csv of the filtered operations. A failure is only logged; retry is possible (spec section 8).
 */
export function ReportButton({ filters }: { filters: OperationFilters }) {
  const [pending, setPending] = useState(false);
  const [bytes, setBytes] = useState(0);

  async function download() {
    setPending(true);
    setBytes(0);
    const query = {
      date_from: filters.dateFrom,
      date_to: filters.dateTo,
      xls: '1',
      type_id: filters.typeId,
      status_id: filters.statusId,
      card_id: filters.cardId,
    };
    await saveFile(downloadOperationsReport, { query }, setBytes).catch((error: Error) =>
      tellFailure(CATALOGUE.reportNotDownloaded, error),
    );
    setPending(false);
  }

  return (
    <Button
      icon={<IconDownload aria-hidden="true" stroke={1.75} />}
      pending={pending}
      onClick={() => void download()}
    >
      Скачать отчёт
      {pending && bytes > 0 && <span aria-live="polite">, {formatBytes(bytes)}</span>}
    </Button>
  );
}
