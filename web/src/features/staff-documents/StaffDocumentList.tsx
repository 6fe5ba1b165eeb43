import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { dropAnnulment } from '#contract/edm-annulment.ts';
import { listStaffDocuments, STAFF_DOCUMENT_SORTS } from '#contract/staff-documents.ts';
import { ANY_ID, offeredValue, pageOf } from '../../lib/read-address.ts';
import { paths } from '../../paths.ts';
import { ChoiceFilter, chosenOf } from '../../staff/ChoiceFilter.tsx';
import { PagedStaffTable } from '../../staff/PagedStaffTable.tsx';
import { recentMonths } from '../../staff/recent-months.ts';
import { SearchField } from '../../staff/SearchField.tsx';
import filters from '../../staff/StaffFilters.module.css';
import { useStaffDeed } from '../../staff/use-staff-deed.ts';
import { useStaffProblem } from '../../staff/use-staff-problem.ts';
import { readPages } from '../../state/read-pages.ts';
import { useRead } from '../../state/use-call.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TableSkeleton } from '../../ui/Skeleton.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { AnnulDocumentModal } from './AnnulDocumentModal.tsx';
import { CorrectLinesModal } from './CorrectLinesModal.tsx';
import { PaperModal } from './PaperModal.tsx';
import { KINDS, staffDocumentColumns, STATES, type StaffDocument } from './staff-document-columns.tsx';
import { useNetworks } from './use-networks.ts';
import { WithdrawDocumentModal } from './WithdrawDocumentModal.tsx';

const MONTHS = 36;

/** Documents of all companies: published, corrected and withdrawn from here. */
export function StaffDocumentList() {
  const [search] = useSearchParams();
  const networks = useNetworks();
  const [months] = useState(() => recentMonths(new Date(), MONTHS));
  const [publishing, setPublishing] = useState(false);
  const [correcting, setCorrecting] = useState<StaffDocument | null>(null);
  const [correctingLines, setCorrectingLines] = useState<StaffDocument | null>(null);
  const [withdrawing, setWithdrawing] = useState<StaffDocument | null>(null);
  const [annulling, setAnnulling] = useState<StaffDocument | null>(null);
  const drop = useStaffDeed(dropAnnulment, {
    name: 'Отмена аннулирования',
    refresh: [listStaffDocuments],
  });
  const takeBack = drop.mutate;
  const problem = useStaffProblem('staff.runProgramme');
  const columns = useMemo(
    () =>
      staffDocumentColumns({
        problem,
        correct: setCorrecting,
        correctLines: setCorrectingLines,
        withdraw: setWithdrawing,
        annul: setAnnulling,
        dropAnnulment: ({ id }) => takeBack({ params: { id } }),
      }),
    [problem, takeBack],
  );
  const asked = {
    q: search.get('q')?.slice(0, 100),
    company_id: offeredValue(search.get('company'), ANY_ID),
    partner_id: chosenOf(search, 'network', networks),
    kind: chosenOf(search, 'kind', KINDS),
    month: chosenOf(search, 'month', months),
    state: chosenOf(search, 'state', STATES),
    sort: offeredValue(search.get('sort'), SORTS) || undefined,
  } as Record<string, string | undefined>;
  const query = Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
  const page = pageOf(search.get('page'));
  const documents = useRead(listStaffDocuments, { query: { ...query, page } }, { keepPrevious: true });

  return (
    <Stack gap="3">
      <Row between>
        <TextLink to={`${paths.staffMatters}?kind=objection`}>Возражения, которые ждут ответа</TextLink>
        <Button
          variant="primary"
          onClick={() => setPublishing(true)}
          disabled={problem !== null}
          disabledReason={problem ?? ''}
        >
          Опубликовать документ
        </Button>
      </Row>
      <div className={filters.filters}>
        <SearchField label="Поиск" help="Название, компания или ИНН" />
        <ChoiceFilter label="Месяц" name="month" all="Все месяцы" options={months} />
        <ChoiceFilter label="Сеть" name="network" all="Все сети" options={networks} />
        <ChoiceFilter label="Вид" name="kind" all="Все виды" options={KINDS} />
        <ChoiceFilter label="Состояние" name="state" all="Любое" options={STATES} />
      </div>
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
          rowKey={(one) => one.id}
          all={() => readPages(listStaffDocuments, { query })}
          empty={{ title: 'Документов нет', words: 'Измените фильтры или опубликуйте документ.' }}
        />
      )}
      {publishing && <PaperModal original={null} onClose={() => setPublishing(false)} />}
      {correcting && <PaperModal original={correcting} onClose={() => setCorrecting(null)} />}
      {correctingLines && (
        <CorrectLinesModal document={correctingLines} onClose={() => setCorrectingLines(null)} />
      )}
      {drop.error && <Notice tone="error">{drop.error.message}</Notice>}
      {annulling && <AnnulDocumentModal document={annulling} onClose={() => setAnnulling(null)} />}
      {withdrawing && <WithdrawDocumentModal document={withdrawing} onClose={() => setWithdrawing(null)} />}
    </Stack>
  );
}

const SORTS = STAFF_DOCUMENT_SORTS.flatMap((key) => [key, `-${key}`]);
