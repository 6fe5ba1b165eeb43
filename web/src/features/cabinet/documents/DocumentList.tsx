import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { can } from '#contract/access.ts';
import { listDocuments } from '#contract/papers/documents.ts';
import { DOCUMENTS_FIRST_YEAR, YEARS_PER_PAGE } from '#contract/limits.ts';
import { reportFailure } from '../../../server/report-failure.ts';
import { CATALOGUE } from '../../../forms/failure-catalogue.ts';
import { isOffline } from '../../../server/client.ts';
import { useRole } from '../../../server/session.ts';
import { hasLastAnswer } from '../../../state/last-answers.ts';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { useToday } from '../../../lib/use-today.ts';
import { isShownOffline, ListState } from '../../../tables/states/ListState.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack, Row } from '../../../ui/Stack.tsx';
import { AcceptDocumentModal } from './AcceptDocumentModal.tsx';
import { AnswerByFileModal } from './AnswerByFileModal.tsx';
import { AcceptDocumentsModal } from './AcceptDocumentsModal.tsx';
import { ContractPanel } from './ContractPanel.tsx';
import { MonthPanel } from './MonthPanel.tsx';
import type { DocumentAction } from './DocumentActions.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import {
  isInTransit,
  waitingMonths,
  type MonthlyDocument,
  type WaitingMonth,
  DOCUMENT_FORMS,
  groupByNetwork,
} from './monthly-document.ts';
import { ObjectionModal } from './ObjectionModal.tsx';
import { ObjectToDocumentModal } from './ObjectToDocumentModal.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { capitalized, formatDate } from '../../../lib/format.ts';
import { counted } from '#contract/values/counted.ts';
import { paths } from '../../../paths.ts';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ArchiveButton } from './ArchiveButton.tsx';
import { TotalText } from './TotalText.tsx';
import styles from './DocumentList.module.css';

/** Interval of reading documents while the EDM operator is carrying one. */
const PENDING_REFRESH_MS = 10_000;

type PendingDecision = { action: DocumentAction; id: number };
/** Documents that are confirmed by one code, and what they have in common. */
type Confirming = { title: string; documents: readonly MonthlyDocument[] };

/** Monthly documents by year, with their sums: confirm by SMS or object, one by one or a network's month (spec section 2). */
export function DocumentList() {
  const mayConfirm = can(useRole(), 'confirmDocument');
  const write = useWriteAddress();
  const [deciding, setDeciding] = useState<PendingDecision | null>(null);
  const [confirming, setConfirming] = useState<Confirming | null>(null);
  const { year, thisYear } = useYear();
  const month = useShownMonth(year);
  const waitingOnly = useSearchParams()[0].get('waiting') === '1';
  const read = useRead(
    listDocuments,
    { query: waitingOnly ? { waiting: true } : { year } },
    {
      keepPrevious: true,
      refetchMs: (last) =>
        Object.values(last?.data ?? {})
          .flat()
          .some(isInTransit) && PENDING_REFRESH_MS,
    },
  );
  useEffect(() => {
    if (read.error) reportFailure(CATALOGUE.documentsNotListed, read.error);
  }, [read.error]);
  const months = read.data?.data;
  const documents = useMemo(
    () =>
      Object.entries(months ?? {}).flatMap(([month, list]) =>
        list.map((item): MonthlyDocument => ({ ...item, month })),
      ),
    [months],
  );
  const waiting = useMemo(() => waitingMonths(documents), [documents]);
  const chosen = deciding && documents.find(({ id }) => id === deciding.id);
  const decide = useCallback(
    (action: DocumentAction, { id }: MonthlyDocument) => setDeciding({ action, id }),
    [],
  );
  const close = () => setDeciding(null);

  const isOtherYear = !read.data && isOffline(read.error) && hasLastAnswer(listDocuments);
  return (
    <Stack gap="3">
      {(isOtherYear || isShownOffline(read)) && <ListState of={listDocuments} read={read} />}
      {!waitingOnly && <ContractPanel />}
      <YearPager
        year={year}
        lastYear={thisYear}
        firstYear={Number(read.data?.meta?.since.slice(0, 4)) || year}
        onChange={(next) => write({ year: next, month: null, document: null, waiting: null })}
      />
      {!waitingOnly && month && <MonthPanel month={month} count={months?.[month]?.length ?? 0} />}
      {waitingOnly && (
        <p className="ink-2">
          Показаны документы, которые ждут подтверждения.{' '}
          <TextLink to={paths.documents}>Все документы</TextLink>
        </p>
      )}
      {documents.length === 0 && (read.isPending || read.isPlaceholderData) && <TableSkeleton columns={5} />}
      {documents.length === 0 && read.data && !read.isPlaceholderData && (
        <EmptyState title={waitingOnly ? 'Все документы подтверждены' : `За ${year} год документов нет`}>
          Документы за месяц появляются здесь в начале следующего.
        </EmptyState>
      )}
      {/* A failure is not shown (spec section 8), but neither does the list claim to be empty. */}
      {!read.data && read.error && !isOtherYear && (
        <EmptyState
          title={`Документы за ${year} год`}
          action={
            <Button onClick={() => void read.refetch()} pending={read.isFetching}>
              Обновить
            </Button>
          }
        >
          Обновите список, чтобы увидеть документы.
        </EmptyState>
      )}
      {mayConfirm && (
        <WaitingMonths
          months={waiting}
          onConfirm={({ month, documents: ofMonth }) =>
            setConfirming({ title: formatDate(month, 'month'), documents: ofMonth })
          }
        />
      )}
      {documents.length > 0 && (
        <DocumentTable
          documents={documents}
          mayConfirm={mayConfirm}
          onAction={decide}
          onConfirm={(chosenDocuments) =>
            setConfirming({ title: 'выбранные документы', documents: chosenDocuments })
          }
          stale={read.isPlaceholderData}
        />
      )}
      {confirming && (
        <AcceptDocumentsModal {...confirming} listed={documents} onClose={() => setConfirming(null)} />
      )}
      {chosen && deciding.action === 'accept' && <AcceptDocumentModal document={chosen} onClose={close} />}
      {chosen && deciding.action === 'object' && <ObjectToDocumentModal document={chosen} onClose={close} />}
      {chosen && deciding.action === 'answer' && <AnswerByFileModal document={chosen} onClose={close} />}
      {chosen && deciding.action === 'objection' && <ObjectionModal document={chosen} onClose={close} />}
    </Stack>
  );
}

/**
 * Returns the year of the address, else that of the newest documents: a month's come at the beginning of the next one.
 */
function useYear(): { year: number; thisYear: number } {
  const [search] = useSearchParams();
  const today = useToday();
  const thisYear = Number(today.slice(0, 4));
  const newestYear = today.slice(5, 7) === '01' ? thisYear - 1 : thisYear;
  const requested = Number(search.get('year'));
  const listed = Number.isInteger(requested) && requested >= DOCUMENTS_FIRST_YEAR && requested <= thisYear;
  return { year: listed ? requested : newestYear, thisYear };
}

/** Returns the month of the address, else the one that ended last; null where it is of another year. */
function useShownMonth(year: number): string | null {
  const asked = useSearchParams()[0].get('month');
  const [thisYear = 0, thisMonth = 1] = useToday().split('-').map(Number);
  const last = new Date(Date.UTC(thisYear, thisMonth - 2, 1)).toISOString().slice(0, 7);
  const month = asked !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : last;
  return month.startsWith(`${year}-`) ? month : null;
}

type Props = {
  year: number;
  lastYear: number;
  /** First year of the company's contract. */
  firstYear: number;
  onChange: (year: number) => void;
};

/** Years in pages of 10, or of 5 on screens under 992 px (spec section 2). The newest year comes first. */
function YearPager({ year, lastYear, firstYear, onChange }: Props) {
  const narrow = useMedia(`(max-width: ${YEARS_PER_PAGE.narrowBelowPx - 1}px)`);
  const size = narrow ? YEARS_PER_PAGE.narrow : YEARS_PER_PAGE.wide;
  const page = Math.floor((lastYear - year) / size);
  const newest = lastYear - page * size;
  const years = Array.from({ length: size }, (_, back) => newest - back).filter(
    (value) => value >= Math.min(firstYear, year),
  );
  return (
    <Row>
      <Segmented
        label="Год"
        labelHidden
        value={String(year)}
        onChange={(value) => onChange(Number(value))}
        options={years.map((value) => ({ value: String(value), label: String(value) }))}
      />
      {page > 0 && (
        <Button size="small" variant="quiet" onClick={() => onChange(newest + size)}>
          Позже
        </Button>
      )}
      {newest - size >= firstYear && (
        <Button size="small" variant="quiet" onClick={() => onChange(newest - size)}>
          Раньше
        </Button>
      )}
    </Row>
  );
}

/** More than these are behind one button: the newest come first. */
const SHOWN_AT_FIRST = 3;

type WaitingMonthsProps = { months: readonly WaitingMonth[]; onConfirm: (month: WaitingMonth) => void };

/** Undecided documents by month: read as one archive, confirmed by one code for the networks that the user chooses. */
function WaitingMonths({ months, onConfirm }: WaitingMonthsProps) {
  const [all, setAll] = useState(false);
  if (months.length === 0) return null;
  const shown = all ? months : months.slice(0, SHOWN_AT_FIRST);
  return (
    <Panel title="Ждут подтверждения" variant="flush">
      <ul className={styles.months}>
        {shown.map((waitingMonth) => (
          <Line
            key={waitingMonth.month}
            waitingMonth={waitingMonth}
            onConfirm={() => onConfirm(waitingMonth)}
          />
        ))}
      </ul>
      {shown.length < months.length && (
        <div className={styles.more}>
          <Button size="small" variant="quiet" onClick={() => setAll(true)}>
            {`Показать ещё ${months.length - shown.length}`}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function Line({ waitingMonth, onConfirm }: { waitingMonth: WaitingMonth; onConfirm: () => void }) {
  const { month, documents } = waitingMonth;
  const name = monthName(month);
  const networks = groupByNetwork(documents).map(({ partnerTitle }) => partnerTitle);
  return (
    <li className={styles.month}>
      <div className={styles.what}>
        <span className={styles.title}>
          {`${capitalized(formatDate(month, 'month'))}: ${counted(documents.length, DOCUMENT_FORMS)}`}
          {documents.some(({ vat }) => vat !== null) && ', '}
          <TotalText documents={documents} />
        </span>
        <span className={styles.quiet}>{networks.join(', ')}</span>
      </div>
      <div className={styles.actions}>
        <ArchiveButton
          quiet
          of={{ month }}
          count={documents.length}
          text="ZIP"
          label={`Скачать ZIP за ${name}`}
        />
        <Button size="small" onClick={onConfirm}>
          {`Подтвердить ${documents.length} за ${name}`}
        </Button>
      </div>
    </li>
  );
}

/** «октябрь» */
function monthName(month: string): string {
  return formatDate(month, 'month').split(/\s/)[0] ?? month;
}
