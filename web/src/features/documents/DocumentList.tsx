import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { can } from '#contract/access.ts';
import { listDocuments } from '#contract/documents.ts';
import { DOCUMENTS_FIRST_YEAR } from '#contract/limits.ts';
import { reportFailure } from '../../server/report-failure.ts';
import { CATALOGUE } from '../../forms/failure-catalogue.ts';
import { useRole } from '../../server/session.ts';
import { useRead } from '../../state/use-call.ts';
import { useWriteAddress } from '../../state/use-write-address.ts';
import { useToday } from '../../lib/use-today.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TableSkeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { AcceptDocumentModal } from './AcceptDocumentModal.tsx';
import { AnswerByFileModal } from './AnswerByFileModal.tsx';
import { AcceptMonthModal } from './AcceptMonthModal.tsx';
import type { DocumentAction } from './DocumentActions.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { isTravelling, waitingMonths, type MonthlyDocument, type WaitingMonth } from './monthly-document.ts';
import { ObjectionModal } from './ObjectionModal.tsx';
import { ObjectToDocumentModal } from './ObjectToDocumentModal.tsx';
import { WaitingMonths } from './WaitingMonths.tsx';
import { YearPager } from './YearPager.tsx';

/** Interval of reading documents while the EDM operator is carrying one. */
const ON_ITS_WAY_MS = 10_000;

type Deciding = { deed: DocumentAction; id: number };

/** Monthly documents by year, with their sums: confirm by SMS or object, one by one or a network's month (spec section 2). */
export function DocumentList() {
  const mayConfirm = can(useRole(), 'confirmDocument');
  const write = useWriteAddress();
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const [confirming, setConfirming] = useState<WaitingMonth | null>(null);
  const { year, thisYear } = useYear();
  const read = useRead(
    listDocuments,
    { query: { year } },
    {
      keepPrevious: true,
      refetchMs: (last) =>
        Object.values(last?.data ?? {})
          .flat()
          .some(isTravelling) && ON_ITS_WAY_MS,
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
    (action: DocumentAction, { id }: MonthlyDocument) => setDeciding({ deed: action, id }),
    [],
  );
  const close = () => setDeciding(null);

  return (
    <Stack gap="3">
      <YearPager
        year={year}
        lastYear={thisYear}
        firstYear={Number(read.data?.meta?.since.slice(0, 4)) || year}
        onChange={(next) => write({ year: next, month: null, document: null })}
      />
      {documents.length === 0 && (read.isPending || read.isPlaceholderData) && <TableSkeleton columns={5} />}
      {documents.length === 0 && read.data && !read.isPlaceholderData && (
        <EmptyState title={`За ${year} год документов нет`}>
          Документы за месяц появляются здесь в начале следующего.
        </EmptyState>
      )}
      {/* A failure is not shown (spec section 8), but neither does the list claim to be empty. */}
      {!read.data && read.error && (
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
      {mayConfirm && <WaitingMonths months={waiting} onConfirm={setConfirming} />}
      {documents.length > 0 && (
        <DocumentTable
          documents={documents}
          mayConfirm={mayConfirm}
          onDeed={decide}
          stale={read.isPlaceholderData}
        />
      )}
      {confirming && (
        <AcceptMonthModal month={confirming} listed={documents} onClose={() => setConfirming(null)} />
      )}
      {chosen && deciding.deed === 'accept' && <AcceptDocumentModal document={chosen} onClose={close} />}
      {chosen && deciding.deed === 'object' && <ObjectToDocumentModal document={chosen} onClose={close} />}
      {chosen && deciding.deed === 'answer' && <AnswerByFileModal document={chosen} onClose={close} />}
      {chosen && deciding.deed === 'objection' && <ObjectionModal document={chosen} onClose={close} />}
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
  const asked = Number(search.get('year'));
  const listed = Number.isInteger(asked) && asked >= DOCUMENTS_FIRST_YEAR && asked <= thisYear;
  return { year: listed ? asked : newestYear, thisYear };
}
