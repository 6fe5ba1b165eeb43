import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { dropAnnulment } from '#contract/papers/edm-annulment.ts';
import {
  listStaffDocuments,
  makeDocumentAgain,
  STAFF_DOCUMENT_SORTS,
} from '#contract/papers/staff-documents.ts';
import { ANY_ID, offeredValue, parsePage } from '../../../lib/read-address.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { paths } from '../../../paths.ts';
import { AddressFilterBar } from '../../../staff/AddressFilterBar.tsx';
import { PagedStaffTable } from '../../../staff/StaffTable.tsx';
import { recentMonths } from '../../../staff/recent-months.ts';
import { useAddressFilters } from '../../../staff/use-address-filters.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { useProposals } from '../../../staff/use-proposals.ts';
import { readPages } from '../../../state/read-pages.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { CorrectLinesDialog } from './CorrectLinesDialog.tsx';
import { AnnulDocumentDialog, WithdrawDocumentDialog } from './document-dialogs.tsx';
import { PublishDocumentDialog } from './PublishDocumentDialog.tsx';
import { KINDS, staffDocumentColumns, STATES } from './staff-document-columns.tsx';
import { useNetworks } from './use-networks.ts';

const MONTHS = 36;

/** Documents of all companies: published, corrected and withdrawn from here. */
export function StaffDocumentList() {
  const [search] = useSearchParams();
  const networks = useNetworks();
  const [months] = useState(() => recentMonths(serverNow(), MONTHS));
  const filters = useAddressFilters([
    { key: 'month', label: 'Месяц', all: 'Все месяцы', options: months },
    { key: 'network', label: 'Сеть', all: 'Все сети', options: networks },
    { key: 'kind', label: 'Вид', all: 'Все виды', options: KINDS },
    { key: 'state', label: 'Состояние', all: 'Все состояния', options: STATES },
  ]);
  const { open, dialog } = useDialogs();
  const drop = useStaffAction(dropAnnulment, {
    name: 'Отмена аннулирования',
    refresh: [listStaffDocuments],
  });
  const takeBack = drop.mutate;
  const again = useStaffAction(makeDocumentAgain, {
    name: 'Новый документ',
    refresh: [listStaffDocuments],
  });
  const makeAgain = again.mutate;
  const problem = useStaffProblem('staff.runProgramme');
  const proposals = useProposals('document', 'staff.runProgramme');
  const columns = useMemo(
    () =>
      staffDocumentColumns({
        problem,
        proposals,
        correct: (item) => open(PublishDocumentDialog, item),
        correctLines: (item) => open(CorrectLinesDialog, item),
        withdraw: (item) => open(WithdrawDocumentDialog, item),
        makeAgain: ({ id }) => makeAgain({ params: { id } }),
        annul: (item) => open(AnnulDocumentDialog, item),
        dropAnnulment: ({ id }) => takeBack({ params: { id } }),
      }),
    [problem, proposals, takeBack, makeAgain, open],
  );
  const request = {
    q: filters.words,
    company_id: offeredValue(search.get('company'), ANY_ID),
    partner_id: filters.chosen.network,
    kind: filters.chosen.kind,
    month: filters.chosen.month,
    state: filters.chosen.state,
    sort: offeredValue(search.get('sort'), SORTS) || undefined,
  } as Record<string, string | undefined>;
  const query = Object.fromEntries(Object.entries(request).filter(([, value]) => value));
  const page = parsePage(search.get('page'));
  const documents = useRead(listStaffDocuments, { query: { ...query, page } }, { keepPrevious: true });

  return (
    <Stack gap="3">
      <Row between>
        <TextLink to={`${paths.staffMatters}?kind=objection`}>Возражения, которые ждут ответа</TextLink>
        <Button
          variant="primary"
          onClick={() => open(PublishDocumentDialog, null)}
          disabled={problem !== null}
          disabledReason={problem ?? ''}
        >
          Опубликовать документ
        </Button>
      </Row>
      <AddressFilterBar
        label="Фильтры документов"
        search={{ label: 'Поиск', placeholder: 'ИНН, название' }}
        filters={filters}
      />
      {!documents.data && documents.error && (
        <LoadError onReload={() => void documents.refetch()} message={documents.error.message} />
      )}
      {!documents.data && !documents.error && <TableSkeleton columns={6} />}
      {documents.data && (
        <PagedStaffTable
          list="staff-documents"
          caption="Документы"
          columns={columns}
          answer={documents.data}
          rowKey={(item) => item.id}
          all={() => readPages(listStaffDocuments, { query })}
          empty={
            Object.keys(query).some((name) => name !== 'sort')
              ? { title: 'Ничего не найдено', text: 'Измените поиск или фильтры.' }
              : {
                  title: 'Документов ещё нет',
                  text: 'Закройте месяц, в котором клиенты заправлялись, или опубликуйте документ.',
                }
          }
        />
      )}
      {again.error && <Notice tone="error">{again.error.message}</Notice>}
      {drop.error && <Notice tone="error">{drop.error.message}</Notice>}
      {dialog}
    </Stack>
  );
}

const SORTS = STAFF_DOCUMENT_SORTS.flatMap((key) => [key, `-${key}`]);
