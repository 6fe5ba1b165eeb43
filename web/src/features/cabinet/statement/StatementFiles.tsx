import { IconDownload } from '@tabler/icons-react';
import {
  downloadStatementCsv,
  downloadStatementPdf,
  MAX_STATEMENT_PDF_MOVEMENTS,
} from '#contract/money/statement.ts';
import { saveFile } from '../../../server/download.ts';
import { useAction } from '../../../state/use-action.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Row } from '../../../ui/Stack.tsx';
import { statementQuery, type StatementFilters } from './use-statement-filters.ts';

type Props = { filters: StatementFilters; movements: number };

/** Exports the statement as a file for a spreadsheet, or prints it. */
export function StatementFiles({ filters, movements }: Props) {
  const tooLong = movements > MAX_STATEMENT_PDF_MOVEMENTS;
  // A long PDF takes seconds, and the CSV may be asked for meanwhile: each shows its own work.
  const pdf = useAction({
    mutationFn: () => saveFile(downloadStatementPdf, { query: statementQuery(filters) }),
  });
  const csv = useAction({
    mutationFn: () => saveFile(downloadStatementCsv, { query: statementQuery(filters) }),
  });

  return (
    <Row>
      <Button
        size="small"
        icon={<IconDownload aria-hidden="true" stroke={1.75} />}
        pending={pdf.isPending}
        disabled={tooLong}
        disabledReason={`На бумаге не больше ${formatNumber(MAX_STATEMENT_PDF_MOVEMENTS)} движений: выберите период короче или CSV`}
        onClick={() => pdf.mutate()}
      >
        Скачать PDF
      </Button>
      <Button
        size="small"
        icon={<IconDownload aria-hidden="true" stroke={1.75} />}
        pending={csv.isPending}
        onClick={() => csv.mutate()}
      >
        Скачать CSV
      </Button>
      {pdf.error && <Notice tone="error">{pdf.error.message}</Notice>}
      {csv.error && <Notice tone="error">{csv.error.message}</Notice>}
    </Row>
  );
}
