import { IconBook2, IconFileCode } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import {
  downloadAccountingExport,
  previewAccountingExport,
  type ExportPreview,
} from '#contract/backoffice/accounting-export.ts';
import { downloadOperatorTaxBooks } from '#contract/papers/tax-books.ts';
import { counted } from '#contract/values/counted.ts';
import { PeriodFields } from '../../../forms/days/PeriodFields.tsx';
import { usePeriod } from '../../../forms/days/use-period.ts';
import { formatQuarter, getQuarter } from '../../../forms/days/quarters.ts';
import { parseDay } from '../../../lib/read-address.ts';
import { useToday } from '../../../lib/use-today.ts';
import { paths } from '../../../paths.ts';
import { saveFile } from '../../../server/download.ts';
import staff from '../../../staff/StaffList.module.css';
import { useAction } from '../../../state/use-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { BOOKS_COLUMNS, listBooksRows, PART_COLUMNS } from './export-rows.tsx';

/** «Выгрузка в 1С»: what the operator's own 1C gets of a period, and the file itself. */
export function AccountingExport() {
  const [days, change] = useAddressPeriod();
  const read = useRead(previewAccountingExport, { query: days }, { keepPrevious: true });
  const period = usePeriod(
    { dateFrom: days.from, dateTo: days.to },
    ({ dateFrom = '', dateTo = '' }) => change({ from: dateFrom, to: dateTo }),
    { required: true },
  );
  const save = useAction({ mutationFn: () => saveFile(downloadAccountingExport, { query: days }) });
  const quarter = getQuarter(days.to);
  const books = useAction({ mutationFn: () => saveFile(downloadOperatorTaxBooks, { query: { quarter } }) });
  const preview = read.error ? undefined : read.data?.data;
  const isEmpty = preview?.parts.every(({ count }) => count === 0) && preview.removed === 0;
  return (
    <Stack gap="3" aria-busy={read.isPlaceholderData}>
      <Row between align="end">
        <FilterBar label="Период" first={<PeriodFields period={period} />} />
        <Row gap="1">
          <Button
            icon={<IconBook2 aria-hidden="true" stroke={1.75} />}
            pending={books.isPending}
            onClick={() => books.mutate()}
          >
            Книги продаж и покупок за {formatQuarter(quarter)}
          </Button>
          <Button
            variant="primary"
            icon={<IconFileCode aria-hidden="true" stroke={1.75} />}
            pending={save.isPending}
            disabledReason={isEmpty ? 'За эти дни нет документов' : undefined}
            onClick={() => save.mutate()}
          >
            Скачать для 1С
          </Button>
        </Row>
      </Row>
      {save.error && <Notice tone="error">{save.error.message}</Notice>}
      {books.error && <Notice tone="error">{books.error.message}</Notice>}
      {read.error &&
        (read.error.code === 400 ? (
          <Notice tone="warn">{read.error.message}</Notice>
        ) : (
          <LoadError onReload={() => void read.refetch()} message={read.error.message} />
        ))}
      {!preview && !read.error && <TableSkeleton columns={4} count={8} />}
      {preview && isEmpty && (
        <EmptyState title="За эти дни нет документов">
          УПД появляются, когда закрывают месяц, платежи — когда загружают выписку банка. Выберите другой
          период.
        </EmptyState>
      )}
      {preview && !isEmpty && <Contents preview={preview} />}
    </Stack>
  );
}

function Contents({ preview }: { preview: ExportPreview }) {
  return (
    <>
      <LeftOut preview={preview} />
      <Panel title="Документы в файле" variant="flush">
        <DataTable
          caption="Документы в файле"
          columns={PART_COLUMNS}
          rows={preview.parts}
          rowKey={({ part }) => part}
        />
      </Panel>
      <Panel title="Сверка с балансом программы" variant="flush">
        <DataTable
          caption="Сверка с балансом программы"
          columns={BOOKS_COLUMNS}
          rows={listBooksRows(preview)}
          rowKey={({ key }) => key}
        />
      </Panel>
      <p className={staff.quiet}>
        Формат EnterpriseData 1.8. В 1С:Бухгалтерии: «Администрирование», «Загрузка данных EnterpriseData».
        Повторная загрузка ничего не задваивает: документы узнаются по своим ссылкам. Ставок НДС 5, 7 и 22 % в
        формате нет: сумма налога верна, ставку укажите в 1С по комментарию документа.
      </p>
    </>
  );
}

const DOCUMENT_FORMS = ['документ', 'документа', 'документов'] as const;

/** Names the work of a person before or after the download. */
function LeftOut({ preview }: { preview: ExportPreview }) {
  const { unplaced, network_invoices: invoices, file_corrections: corrections, removed } = preview;
  if (unplaced + invoices + corrections + removed === 0) return null;
  return (
    <Notice tone="warn" title="Проверьте перед загрузкой">
      {unplaced > 0 && (
        <p>
          Платежи без клиента: {unplaced}. В 1С они придут без договора.{' '}
          <TextLink to={paths.staffPayments}>Платежи</TextLink>
        </p>
      )}
      {invoices > 0 && (
        <p>
          Счета сетей, которые ещё не приняты: {invoices}. В файле их нет.{' '}
          <TextLink to={paths.staffNetworkInvoices}>Счета сетей</TextLink>
        </p>
      )}
      {corrections > 0 && (
        <p>
          Исправления УПД, опубликованные файлом: {corrections}. Внесите их в 1С вручную.{' '}
          <TextLink to={paths.staffDocuments}>Документы</TextLink>
        </p>
      )}
      {removed > 0 && (
        <p>Отозвано: {counted(removed, DOCUMENT_FORMS)}. Если они уже в 1С, файл пометит их на удаление.</p>
      )}
    </Notice>
  );
}

interface Days {
  from: string;
  to: string;
}

/** The period of the address; by default the month that ended last, whose documents have been closed. */
function useAddressPeriod(): [Days, (days: Days) => void] {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const last = getLastMonth(useToday());
  const from = parseDay(search.get('from')) ?? last.from;
  const to = parseDay(search.get('to')) ?? last.to;
  return [{ from, to }, (days) => write({ ...days })];
}

function getLastMonth(today: string): Days {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const day = (date: number) => new Date(date).toISOString().slice(0, 10);
  return { from: day(Date.UTC(year, month - 2, 1)), to: day(Date.UTC(year, month - 1, 0)) };
}
