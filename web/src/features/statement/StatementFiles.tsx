import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadStatementCsv, downloadStatementPdf, STATEMENT_MOST_ON_PAPER } from '#contract/statement.ts';
import { saveFile } from '../../api/download.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Row } from '../../ui/Stack.tsx';
import { statementQuery, type StatementFilters } from './use-statement-filters.ts';

type Props = { filters: StatementFilters; movements: number };

/** The statement as a document to sign and as a file for a spreadsheet. */
export function StatementFiles({ filters, movements }: Props) {
  const [pending, setPending] = useState<'pdf' | 'csv' | null>(null);
  const [error, setError] = useState<string | null>(null);
  const tooLong = movements > STATEMENT_MOST_ON_PAPER;

  async function save(kind: 'pdf' | 'csv') {
    setPending(kind);
    setError(null);
    const file = kind === 'pdf' ? downloadStatementPdf : downloadStatementCsv;
    await saveFile(file, { query: statementQuery(filters) }).catch((reason: Error) =>
      setError(reason.message),
    );
    setPending(null);
  }

  return (
    <Row>
      <Button
        icon={<IconDownload aria-hidden="true" stroke={1.75} />}
        pending={pending === 'pdf'}
        disabled={tooLong}
        disabledReason={`В печатном акте не больше ${STATEMENT_MOST_ON_PAPER} движений: выберите период короче или CSV`}
        onClick={() => void save('pdf')}
      >
        Скачать PDF
      </Button>
      <Button
        icon={<IconDownload aria-hidden="true" stroke={1.75} />}
        pending={pending === 'csv'}
        onClick={() => void save('csv')}
      >
        Скачать CSV
      </Button>
      {error && <Notice tone="error">{error}</Notice>}
    </Row>
  );
}
