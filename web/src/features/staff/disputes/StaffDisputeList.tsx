import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import {
  DISPUTE_KIND_TITLE,
  DISPUTE_STATE_TITLE,
  downloadStaffDisputePhoto,
  listStaffDisputes,
  type DisputeState,
} from '#contract/fuel/disputes.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { counted } from '#contract/values/counted.ts';
import { useAction } from '../../../state/use-action.ts';
import { formatMoney } from '../../../lib/format.ts';
import { parsePage } from '../../../lib/read-address.ts';
import { paths } from '../../../paths.ts';
import { saveFile } from '../../../server/download.ts';
import { PagedStaffTable } from '../../../staff/StaffTable.tsx';
import { useAddressFilters } from '../../../staff/use-address-filters.ts';
import { useMay } from '../../../staff/use-may.ts';
import { readPages } from '../../../state/read-pages.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { RowLink } from '../../../tables/RowLink.tsx';
import { SearchField } from '../../../tables/SearchField.tsx';
import { SelectionBar } from '../../../tables/SelectionBar.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn, moneyColumn } from '../../../tables/usual-columns.tsx';
import { useRowSelection } from '../../../tables/use-row-selection.ts';
import { Button } from '../../../ui/Button.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { EvidenceText } from '../../../cards/EvidenceText.tsx';
import { DisputeStatus } from '../../../cards/DisputeStatus.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import {
  AcceptDisputeDialog,
  DeclineDisputeDialog,
  HoldDisputeDialog,
  SendDisputesDialog,
  type StaffDispute,
} from './dispute-dialogs.tsx';

const REFRESH_MS = 15_000;
const DISPUTES = ['спор', 'спора', 'споров'] as const;
const STATES = (Object.keys(DISPUTE_STATE_TITLE) as DisputeState[]).map((value) => ({
  value,
  label: DISPUTE_STATE_TITLE[value],
}));

/** Disputes of all clients: open ones by their day; many are marked as sent at once. */
export function StaffDisputeList() {
  const [search] = useSearchParams();
  const filters = useAddressFilters([
    { key: 'state' as const, label: 'Состояние', all: 'Все состояния', options: STATES },
  ]);
  const mayServe = useMay('staff.serveClients');
  const query = {
    state: (filters.chosen.state || undefined) as DisputeState | undefined,
    q: filters.words || undefined,
  };
  const page = parsePage(search.get('page'));
  const read = useRead(
    listStaffDisputes,
    { query: { ...query, page } },
    { keepPrevious: true, refetchMs: REFRESH_MS },
  );
  const answer = read.data;
  const listed = useMemo(() => answer?.data.map(({ id }) => id) ?? [], [answer]);
  const { selection, selected } = useRowSelection(listed);
  if (!answer && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  return (
    <Stack>
      <FilterBar
        label="Поиск и фильтры споров"
        first={
          <SearchField
            label="Поиск"
            placeholder="Компания, ИНН или карта"
            wide
            value={filters.words}
            onChange={filters.find}
          />
        }
        fields={filters.fields}
        onClear={filters.clear}
      />
      {!answer && <TableSkeleton columns={6} />}
      {answer && (
        <PagedStaffTable
          caption="Споры о покупках"
          columns={COLUMNS}
          answer={answer}
          rowKey={({ id }) => id}
          all={() => readPages(listStaffDisputes, { query })}
          empty={{ title: 'Споров нет', text: 'Клиент открывает спор из своей операции.' }}
          {...(mayServe && { selection })}
          nameRow={(item) => `спор № ${item.id}, ${item.company.title}`}
        />
      )}
      <ChosenDisputes
        chosen={(answer?.data ?? []).filter(({ id }) => selected.includes(id))}
        onNone={() => selection.chooseAll(selected, false)}
      />
    </Stack>
  );
}

function ChosenDisputes({ chosen, onNone }: { chosen: readonly StaffDispute[]; onNone: () => void }) {
  const { open, dialog } = useDialogs();
  const mayPay = useMay('staff.handleMoney');
  const toSend = chosen.filter(({ state }) => state === 'open').map(({ id }) => id);
  const [only] = chosen.length === 1 ? chosen : [];
  const isOpen = only !== undefined && only.ended_at === null;
  return (
    <>
      <SelectionBar
        label="Выбранные споры"
        text={counted(chosen.length, DISPUTES)}
        selected={chosen.length}
        onNone={onNone}
      >
        {toSend.length > 0 && (
          <Button size="small" onClick={() => open(SendDisputesDialog, toSend)}>
            {`Отметить отправленными: ${toSend.length}`}
          </Button>
        )}
        {isOpen && (
          <Button size="small" onClick={() => open(DeclineDisputeDialog, only)}>
            Отклонить
          </Button>
        )}
        {isOpen && mayPay && only.held === null && (
          <Button size="small" onClick={() => open(HoldDisputeDialog, only)}>
            Отложить деньги
          </Button>
        )}
        {isOpen && mayPay && (
          <Button size="small" onClick={() => open(AcceptDisputeDialog, only)}>
            Вернуть деньги
          </Button>
        )}
        {only?.photo && <PhotoButton id={only.id} />}
      </SelectionBar>
      {dialog}
    </>
  );
}

function PhotoButton({ id }: { id: number }) {
  const save = useAction({ mutationFn: () => saveFile(downloadStaffDisputePhoto, { params: { id } }) });
  return (
    <Button size="small" onClick={() => save.mutate()} pending={save.isPending}>
      Фото
    </Button>
  );
}

const COLUMNS: readonly Column<StaffDispute>[] = [
  {
    key: 'dispute',
    header: 'Спор',
    narrow: 'title',
    fixed: true,
    width: 230,
    unsorted: true,
    value: ({ id }) => id,
    cell: (item) => (
      <TwoLines below={item.company.title}>
        <RowLink
          to={paths.staffClient(item.company.id)}
          label={`Спор № ${item.id}: ${DISPUTE_KIND_TITLE[item.kind]}`}
        >
          {`№ ${item.id}: ${DISPUTE_KIND_TITLE[item.kind]}`}
        </RowLink>
      </TwoLines>
    ),
  },
  {
    key: 'purchase',
    header: 'Покупка',
    narrow: 'plain',
    width: 190,
    unsorted: true,
    value: ({ operation }) => operation.number,
    cell: ({ operation }) => (
      <TwoLines below={`${operation.network}, ${shortNumber(operation.card_number)}`}>
        {`№ ${operation.number}, ${operation.goods}`}
      </TwoLines>
    ),
  },
  {
    key: 'text',
    header: 'Объяснение клиента и данные портала',
    narrow: 'plain',
    leastWidth: 220,
    unsorted: true,
    value: ({ text, evidence }) => [text, ...evidence].join(' '),
    cell: ({ text, evidence }) => (
      <TwoLines below={<EvidenceText>{evidence.join(' ')}</EvidenceText>}>{text}</TwoLines>
    ),
  },
  {
    ...moneyColumn<StaffDispute>({ key: 'sum', header: 'Сумма', value: ({ operation }) => operation.sum }),
    narrow: 'line',
    unsorted: true,
    cell: ({ operation, held }) => (
      <TwoLines below={held === null ? null : `отложено ${formatMoney(held)}`}>
        <Money value={operation.sum} />
      </TwoLines>
    ),
  },
  {
    ...dateColumn<StaffDispute>({ key: 'due', header: 'Ответ до', value: ({ due }) => due }),
    narrow: 'line',
    unsorted: true,
  },
  {
    key: 'state',
    header: 'Состояние',
    narrow: 'second',
    width: 180,
    unsorted: true,
    value: ({ state }) => DISPUTE_STATE_TITLE[state],
    cell: ({ state, answer }) => (
      <TwoLines below={answer}>
        <DisputeStatus state={state} />
      </TwoLines>
    ),
  },
];
