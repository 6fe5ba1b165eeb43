import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { publishTerms } from '#contract/backoffice/staff.ts';
import { listTerms, listAcceptances, type AcceptanceState } from '#contract/companies/staff-terms.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { formatNumber } from '../../../lib/format.ts';
import { offeredValue, parsePage } from '../../../lib/read-address.ts';
import { StaffTable, PagedStaffTable } from '../../../staff/StaffTable.tsx';
import styles from '../../../staff/StaffList.module.css';
import { useProposals } from '../../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import type { Column } from '../../../tables/column.ts';
import { dateColumn } from '../../../tables/usual-columns.tsx';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import { PublishTermsForm } from './PublishTermsForm.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { TermsTextModal } from './TermsTextModal.tsx';
import { AddressFilterBar } from '../../../staff/AddressFilterBar.tsx';
import { useAddressFilters } from '../../../staff/use-address-filters.ts';
import { readPages } from '../../../state/read-pages.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';

type Version = EndpointData<typeof listTerms>[number];

/** The framework agreement: its versions, who has accepted the chosen one, and a new one. */
export function TermsVersions() {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const { show, dialog } = useDialogs();
  const [writing, setWriting] = useState(false);
  const proposals = useProposals('terms', 'staff.runProgramme');
  const terms = useRead(listTerms);
  if (!terms.data && terms.error)
    return <LoadError onReload={() => void terms.refetch()} message={terms.error.message} />;
  if (!terms.data) return <TableSkeleton columns={5} />;
  const versions = terms.data.data;
  const current = versions.find(({ state }) => state === 'current') ?? versions[0];
  const chosen =
    offeredValue(
      search.get('version'),
      versions.map(({ version }) => String(version)),
    ) || String(current?.version ?? '');
  if (writing)
    return <PublishTermsForm latest={versions[0]?.version ?? null} onClose={() => setWriting(false)} />;
  return (
    <Stack gap="3">
      <Row className={styles.actions}>
        <Button
          variant="primary"
          onClick={() => setWriting(true)}
          disabledReason={proposals.problem(publishTerms)}
        >
          Новая редакция
        </Button>
      </Row>
      <WaitingApprovals approvals={proposals.waiting()} />
      <StaffTable
        caption="Редакции"
        columns={columns({
          clients: terms.data.meta.clients,
          read: (version) => show((onClose) => <TermsTextModal version={version} onClose={onClose} />),
          choose: (version) => write({ version, page: null }),
        })}
        rows={versions}
        rowKey={(item) => item.version}
      />
      {chosen !== '' && <AcceptanceList version={Number(chosen)} />}
      {dialog}
    </Stack>
  );
}

const STATE: Record<Version['state'], { text: string; tone: StatusTone }> = {
  ahead: { text: 'Ещё не действует', tone: 'wait' },
  current: { text: 'Действует', tone: 'go' },
  past: { text: 'Прежняя', tone: 'neutral' },
};

type Act = { clients: number; read: (version: number) => void; choose: (version: number) => void };

function columns({ clients, read, choose }: Act): readonly Column<Version>[] {
  return [
    {
      key: 'version',
      header: 'Редакция',
      kind: 'count',
      narrow: 'title',
      fixed: true,
      value: (item) => item.version,
      cell: (item) => `№ ${item.version}`,
    },
    dateColumn({ key: 'begins', header: 'Действует с', kind: 'moment', value: (item) => item.begins }),
    dateColumn({
      key: 'published',
      header: 'Опубликована',
      kind: 'moment',
      narrow: 'hidden',
      value: (item) => item.published,
    }),
    {
      key: 'by',
      header: 'Кем',
      narrow: 'hidden',
      value: (item) => item.published_by,
      cell: (item) => item.published_by ?? 'При запуске программы',
    },
    {
      key: 'accepted',
      header: 'Приняли',
      kind: 'count',
      narrow: 'aside',
      value: (item) => item.accepted,
      cell: (item) => `${formatNumber(item.accepted)} из ${formatNumber(clients)}`,
    },
    {
      key: 'state',
      header: 'Состояние',
      narrow: 'second',
      value: (item) => STATE[item.state].text,
      cell: (item) => <StatusLabel tone={STATE[item.state].tone}>{STATE[item.state].text}</StatusLabel>,
    },
    {
      key: 'action',
      header: 'Действия',
      headerHidden: true,
      narrow: 'plain',
      cell: (item) => (
        <Row gap="1" nowrap>
          <Button
            size="small"
            aria-label={`Текст редакции № ${item.version}`}
            onClick={() => read(item.version)}
          >
            Текст
          </Button>
          <Button
            size="small"
            variant="quiet"
            aria-label={`Кто принял редакцию № ${item.version}`}
            onClick={() => choose(item.version)}
          >
            Кто принял
          </Button>
        </Row>
      ),
    },
  ];
}

type Acceptance = EndpointData<typeof listAcceptances>[number];

const FILTERS = [
  {
    key: 'state',
    label: 'Согласие',
    all: 'Все клиенты',
    options: [
      { value: 'accepted', label: 'Приняли' },
      { value: 'waiting', label: 'Не приняли' },
    ],
  },
] as const;

/** Lists which clients have accepted a version. */
function AcceptanceList({ version }: { version: number }) {
  const [search] = useSearchParams();
  const params = { version };
  const filters = useAddressFilters(FILTERS);
  const { words: searchText } = filters;
  const state = (filters.chosen.state || undefined) as AcceptanceState | undefined;
  const query = { ...(searchText ? { q: searchText } : {}), ...(state ? { state } : {}) };
  const page = parsePage(search.get('page'));
  const read = useRead(listAcceptances, { params, query: { ...query, page } }, { keepPrevious: true });
  return (
    <Stack>
      <AddressFilterBar
        label="Фильтры клиентов"
        search={{ label: 'Поиск компании', placeholder: 'ИНН, название' }}
        filters={filters}
      />
      {!read.data && read.error && (
        <LoadError onReload={() => void read.refetch()} message={read.error.message} />
      )}
      {!read.data && !read.error && <TableSkeleton columns={3} />}
      {read.data && (
        <PagedStaffTable
          list="acceptances"
          caption={`Редакция № ${version}, клиенты`}
          columns={COLUMNS}
          answer={read.data}
          rowKey={(item) => item.company.id}
          all={() => readPages(listAcceptances, { params, query })}
          empty={
            Object.keys(query).length > 0
              ? { title: 'Ничего не найдено', text: 'Измените поиск или фильтры.' }
              : { title: 'Клиентов ещё нет', text: 'Клиент принимает соглашение, когда одобрена его заявка.' }
          }
        />
      )}
    </Stack>
  );
}

const COLUMNS: readonly Column<Acceptance>[] = [
  {
    key: 'company',
    header: 'Компания',
    narrow: 'title',
    fixed: true,
    unsorted: true,
    value: (item) => item.company.title,
    cell: (item) => (
      <TwoLines below={item.company.inn && `ИНН ${item.company.inn}`}>{item.company.title}</TwoLines>
    ),
  },
  {
    key: 'accepted',
    header: 'Принято',
    kind: 'moment',
    narrow: 'second',
    unsorted: true,
    value: (item) => item.accepted,
    cell: (item) =>
      item.accepted ? (
        <StatusLabel tone="go">
          <DateText value={item.accepted} style="datetime" />
        </StatusLabel>
      ) : (
        <StatusLabel tone="wait">Не принято</StatusLabel>
      ),
  },
  {
    key: 'by',
    header: 'Кем',
    narrow: 'plain',
    unsorted: true,
    value: (item) => item.by,
    cell: (item) => item.by,
  },
];
