import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadOperationsSummary } from '#contract/operations.ts';
import { saveFile } from '../../api/download.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Row } from '../../ui/Stack.tsx';
import { summaryQuery, type SummaryFilters } from './use-summary-filters.ts';

/** Downloads the summary for a spreadsheet, or prints it. */
export function SummaryFiles({ filters }: { filters: SummaryFilters }) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function save() {
    setPending(true);
    setError(null);
    await saveFile(downloadOperationsSummary, { query: summaryQuery(filters) }).catch((reason: Error) =>
      setError(reason.message),
    );
    setPending(false);
  }

  return (
    <Row data-print="hide">
      <Button
        size="small"
        icon={<IconDownload aria-hidden="true" stroke={1.75} />}
        pending={pending}
        onClick={() => void save()}
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
      {error && <Notice tone="error">{error}</Notice>}
    </Row>
  );
}
