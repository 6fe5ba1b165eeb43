import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { can } from '#contract/access.ts';
import { listDocuments } from '#contract/documents.ts';
import { DOCUMENTS_FIRST_YEAR } from '#contract/limits.ts';
import { tellFailure } from '../../server/tell-failure.ts';
import { CATALOGUE } from '../../forms/failure-catalogue.ts';
import { useRole } from '../../server/session.ts';
import { useRead } from '../../state/use-call.ts';
import { capitalized, formatDate, moscowDay } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { ListSkeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { AcceptDocumentModal } from './AcceptDocumentModal.tsx';
import { DocumentRow, type MonthlyDocument } from './DocumentRow.tsx';
import { isTravelling } from './EdmStatus.tsx';
import { ObjectToDocumentModal } from './ObjectToDocumentModal.tsx';
import { YearPager } from './YearPager.tsx';
import styles from './DocumentList.module.css';

export type ChosenDocument = { document: MonthlyDocument; month: string };

/** How often documents are read while the EDM operator is carrying one. */
const ON_ITS_WAY_MS = 10_000;

/** Monthly documents by year: title, network, date of receipt; confirm by SMS or object (spec section 2). */
export function DocumentList() {
  const [search, setSearch] = useSearchParams();
  const [today] = useState(() => moscowDay(new Date()));
  const thisYear = Number(today.slice(0, 4));
  // A month's papers come at the beginning of the next one: in January the newest are those of last year.
  const newestYear = today.slice(5, 7) === '01' ? thisYear - 1 : thisYear;
  const asked = Number(search.get('year'));
  const listed = Number.isInteger(asked) && asked >= DOCUMENTS_FIRST_YEAR && asked <= thisYear;
  const year = listed ? asked : newestYear;
  const role = useRole();
  const [accepting, setAccepting] = useState<ChosenDocument | null>(null);
  const [objecting, setObjecting] = useState<ChosenDocument | null>(null);
  const documents = useRead(
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
    if (documents.error) tellFailure(CATALOGUE.documentsNotListed, documents.error);
  }, [documents.error]);
  const months = Object.entries(documents.data?.data ?? {});

  return (
    <Stack gap="3">
      <YearPager year={year} lastYear={thisYear} onChange={(next) => setSearch({ year: String(next) })} />
      {months.length === 0 && (documents.isPending || documents.isPlaceholderData) && <ListSkeleton />}
      {months.length === 0 && documents.data && !documents.isPlaceholderData && (
        <EmptyState title={`За ${year} год документов нет`}>
          Документы за месяц появляются здесь в начале следующего.
        </EmptyState>
      )}
      {/* A failure is not shown (spec section 8), but neither does the list claim to be empty. */}
      {!documents.data && documents.error && (
        <EmptyState
          title={`Документы за ${year} год`}
          action={
            <Button onClick={() => void documents.refetch()} pending={documents.isFetching}>
              Обновить
            </Button>
          }
        >
          Обновите список, чтобы увидеть документы.
        </EmptyState>
      )}
      {months.map(([month, list]) => (
        <Panel key={month} title={capitalized(formatDate(month, 'month'))} variant="flush">
          <ul className={styles.list}>
            {list.map((document) => (
              <DocumentRow
                key={document.id}
                document={document}
                isFound={String(document.id) === search.get('document')}
                mayConfirm={can(role, 'confirmDocument')}
                onAccept={() => setAccepting({ document, month })}
                onObject={() => setObjecting({ document, month })}
              />
            ))}
          </ul>
        </Panel>
      ))}
      {accepting && <AcceptDocumentModal chosen={newest(accepting)} onClose={() => setAccepting(null)} />}
      {objecting && <ObjectToDocumentModal chosen={newest(objecting)} onClose={() => setObjecting(null)} />}
    </Stack>
  );

  /** The document as the list has it by now. */
  function newest({ document, month }: ChosenDocument): ChosenDocument {
    const listed = months.flatMap(([, list]) => list).find(({ id }) => id === document.id);
    return { document: listed ?? document, month };
  }
}
