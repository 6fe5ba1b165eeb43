import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { REQUEST_STATUS, REQUEST_STATUS_TITLE } from '#contract/ids.ts';
import { approveRequest, listRequests, type staffCardRequest } from '#contract/staff.ts';
import { useRead } from '../../state/use-call.ts';
import { offeredValue } from '../../lib/read-address.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import { TableSkeleton } from '../../ui/Skeleton.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { StatusWord, type StatusTone } from '../../ui/StatusWord.tsx';
import { dateColumn, sumColumn } from '../../tables/usual-columns.tsx';
import type { Column } from '../../tables/column.ts';
import { StaffTable } from '../../staff/StaffTable.tsx';
import { RejectRequestModal } from './RejectRequestModal.tsx';
import { RowButton } from '../../staff/RowButton.tsx';
import { useWriteAddress } from '../../state/use-write-address.ts';
import { TwoLines } from '../../tables/TwoLines.tsx';
import { useStaffDeed } from '../../staff/use-staff-deed.ts';
import styles from '../../staff/StaffList.module.css';

export type StaffRequest = z.infer<typeof staffCardRequest>;

const REFRESH_MS = 5000;
const TONE: Record<number, StatusTone> = {
  [REQUEST_STATUS.created]: 'wait',
  [REQUEST_STATUS.approved]: 'wait',
  [REQUEST_STATUS.issued]: 'go',
  [REQUEST_STATUS.rejected]: 'stop',
};

/** Card requests of all companies: approve, or reject with a reason that the company reads. */
export function RequestList() {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const [rejecting, setRejecting] = useState<StaffRequest | null>(null);
  const status = Number(offeredValue(search.get('status'), Object.keys(REQUEST_STATUS_TITLE))) || undefined;
  const requests = useRead(
    listRequests,
    { query: { status } },
    { keepPrevious: true, refetchMs: REFRESH_MS },
  );
  const approve = useStaffDeed(approveRequest, { name: 'Одобрение заявки', refresh: [listRequests] });

  if (!requests.data && requests.error)
    return <LoadError onReload={() => void requests.refetch()} message={requests.error.message} />;
  return (
    <Stack>
      <Select
        label="Статус"
        className={styles.filter}
        value={String(status ?? 'all')}
        onChange={(value) => write({ status: value === 'all' ? null : value })}
        options={[
          { value: 'all', label: 'Все заявки' },
          ...Object.entries(REQUEST_STATUS_TITLE).map(([value, label]) => ({ value, label })),
        ]}
      />
      {approve.error && <Notice tone="error">{approve.error.message}</Notice>}
      {!requests.data && <TableSkeleton columns={5} />}
      {requests.data?.data.length === 0 && (
        <EmptyState title="Заявок нет">Новые заявки появятся здесь сами.</EmptyState>
      )}
      {requests.data && requests.data.data.length > 0 && (
        <StaffTable
          list="requests"
          caption="Заявки на карты"
          columns={columns({
            approve: ({ id, revision }) => approve.mutate({ params: { id }, body: { revision } }),
            approving: approve.isPending ? (approve.variables.params?.id ?? null) : null,
            reject: setRejecting,
          })}
          rows={requests.data.data}
          rowKey={(one) => one.id}
        />
      )}
      {rejecting && <RejectRequestModal request={rejecting} onClose={() => setRejecting(null)} />}
    </Stack>
  );
}

function columns(act: {
  approve: (request: StaffRequest) => void;
  approving: unknown;
  reject: (request: StaffRequest) => void;
}): readonly Column<StaffRequest>[] {
  return [
    {
      key: 'id',
      header: '№',
      kind: 'count',
      narrow: 'second',
      value: (one) => one.id,
      cell: (one) => (
        <>
          <span data-phone>№&nbsp;</span>
          {one.id}
        </>
      ),
    },
    dateColumn({ key: 'date', header: 'Создана', kind: 'moment', value: (one) => one.created_at }),
    {
      key: 'company',
      header: 'Компания',
      narrow: 'title',
      value: (one) => one.company.title,
      cell: (one) => (
        <TwoLines below={<span className={styles.inn}>ИНН {one.company.inn}</span>}>
          {one.company.title}
        </TwoLines>
      ),
    },
    {
      key: 'cards',
      header: 'Карты',
      narrow: 'plain',
      value: cardsOf,
      cell: (one) => <TwoLines below={deliveryOf(one)}>{cardsOf(one)}</TwoLines>,
    },
    sumColumn(),
    {
      key: 'status',
      header: 'Статус',
      narrow: 'plain',
      value: (one) => one.status.title,
      cell: (one) => (
        <TwoLines below={one.issue_problem ?? one.reject_reason}>
          <StatusWord tone={TONE[one.status.id] ?? 'neutral'}>{one.status.title}</StatusWord>
        </TwoLines>
      ),
    },
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      width: 232,
      cell: (one) =>
        (one.status.id === REQUEST_STATUS.created || one.issue_problem) && (
          <Row gap="1" nowrap>
            <RowButton pending={act.approving === one.id} onClick={() => act.approve(one)}>
              {one.issue_problem ? 'Запросить снова' : 'Одобрить'}
            </RowButton>
            {one.status.id === REQUEST_STATUS.created && (
              <Button size="small" variant="quiet" onClick={() => act.reject(one)}>
                Отклонить
              </Button>
            )}
          </Row>
        ),
    },
  ];
}

function cardsOf({ items }: StaffRequest): string {
  return items.map((item) => `${item.partner_title}: ${item.cards_cnt}`).join(', ');
}

/** Where the cards go and to whom: a request may have been edited in this alone. */
function deliveryOf({ address, recipient }: StaffRequest): string {
  const place = `г.\u00a0${address.city}, ${address.street}, дом\u00a0${address.house}`;
  return [place, `${recipient.firstname} ${recipient.lastname}`.trim()].filter(Boolean).join('; ');
}
