import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { downloadOperationsSummary } from '#contract/operations.ts';
import { saveFile } from '../../server/download.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Row } from '../../ui/Stack.tsx';
import { summaryQuery, type SummaryFilters } from './use-summary-filters.ts';

/** Downloads the summary for a spreadsheet, or prints it. */
export function SummaryFiles({ filters }: { filters: SummaryFilters }) {
  const save = useAction({
    mutationFn: () => saveFile(downloadOperationsSummary, { query: summaryQuery(filters) }),
  });

  return (
    <Row data-print="hide">
      <Button
        size="small"
        icon={<IconDownload aria-hidden="true" stroke={1.75} />}
        pending={save.isPending}
        onClick={() => save.mutate()}
      >
        Скачать CSV
      </Button>
      <Button
        size="small"
        icon={<IconPrinter aria-hidden="true" stroke={1.75} />}
        onClick={() => window.print()}
      >
        Печать
      </Button>
      {save.error && <Notice tone="error">{save.error.message}</Notice>}
    </Row>
  );
}
