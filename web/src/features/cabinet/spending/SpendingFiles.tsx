import { LIST_FORMATS } from '../../../tables/export-rows.ts';
import type { ListFormat } from '#contract/list-files.ts';
import { IconDownload, IconMailForward, IconPrinter } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { downloadOperationsSummary, downloadOperationsWorkbook } from '#contract/fuel/spending.ts';
import { saveFile } from '../../../server/download.ts';
import { useAction } from '../../../state/use-action.ts';
import { paths } from '../../../paths.ts';
import { queryToMail } from '../../../tables/query-to-mail.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Row } from '../../../ui/Stack.tsx';
import { spendingQuery, type SpendingFilters } from './use-spending-filters.ts';

/** Exports the report for a spreadsheet, whole and with the same figures, or prints it. */
export function SpendingFiles({ filters }: { filters: SpendingFilters }) {
  const [search] = useSearchParams();
  const query = spendingQuery(filters);
  const save = useAction({
    mutationFn: (format: ListFormat) =>
      saveFile(format === 'xlsx' ? downloadOperationsWorkbook : downloadOperationsSummary, { query }),
  });

  return (
    <Row data-print="hide">
      {LIST_FORMATS.map((format) => (
        <Button
          key={format}
          size="small"
          icon={<IconDownload {...ICON} />}
          pending={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
        >
          Скачать {format.toUpperCase()}
        </Button>
      ))}
      <Button size="small" icon={<IconPrinter {...ICON} />} onClick={() => window.print()}>
        Печать
      </Button>
      <ButtonLink
        size="small"
        icon={<IconMailForward {...ICON} />}
        to={paths.mailReport('summary', queryToMail(search))}
      >
        Присылать на почту
      </ButtonLink>
      {save.error && <Notice tone="error">{save.error.message}</Notice>}
    </Row>
  );
}

const ICON = { 'aria-hidden': true, stroke: 1.75 } as const;
