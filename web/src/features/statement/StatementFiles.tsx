import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadStatementCsv, downloadStatementPdf, STATEMENT_MOST_ON_PAPER } from '#contract/statement.ts';
import { saveFile } from '../../api/download.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Row } from '../../ui/Stack.tsx';
import { statementQuery, type StatementFilters } from './use-statement-filters.ts';

const FILES = { pdf: downloadStatementPdf, csv: downloadStatementCsv };
type Kind = keyof typeof FILES;

type Props = { filters: StatementFilters; movements: number };

/** The statement as a document to sign and as a file for a spreadsheet. */
export function StatementFiles({ filters, movements }: Props) {
  const [error, setError] = useState<string | null>(null);
  const tooLong = movements > STATEMENT_MOST_ON_PAPER;
  const save = useAction<void, Error, Kind>({
    mutationFn: (kind) => saveFile(FILES[kind], { query: statementQuery(filters) }),
    onMutate: () => setError(null),
    onError: (failure) => setError(failure.message),
  });
  const pending = save.isPending ? save.variables : null;

  return (
    <Row>
      <Button
        icon={<IconDownload aria-hidden="true" stroke={1.75} />}
        pending={pending === 'pdf'}
        disabled={tooLong}
        disabledReason={`В печатном акте не больше ${STATEMENT_MOST_ON_PAPER} движений: выберите период короче или CSV`}
        onClick={() => save.mutate('pdf')}
      >
        Скачать PDF
      </Button>
      <Button
        icon={<IconDownload aria-hidden="true" stroke={1.75} />}
        pending={pending === 'csv'}
        onClick={() => save.mutate('csv')}
      >
        Скачать CSV
      </Button>
      {error && !save.isIdle && <Notice tone="error">{error}</Notice>}
    </Row>
  );
}
