import { useSearchParams } from 'react-router';
import {
  allowPhoneChange,
  declinePhoneChange,
  listPhoneChanges,
  type PhoneChange,
  PHONE_CHANGE_STATE_TITLE,
  PHONE_CHANGE_STATES,
} from '#contract/identity/phone-changes.ts';
import { formatPhone } from '#contract/values/phone.ts';
import { nameOfPerson } from '../../../staff/name-of-person.ts';
import { useProposals, type Proposals } from '../../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import styles from '../../../staff/StaffList.module.css';
import { useRead } from '../../../state/use-call.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn } from '../../../tables/usual-columns.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import { useDialogs, type OpenDialog } from '../../../ui/use-dialogs.tsx';
import { AllowPhoneDialog, DeclinePhoneDialog } from './phone-dialogs.tsx';

const REFRESH_MS = 15_000;
const TONE: Record<PhoneChange['state'], StatusTone> = {
  asked: 'wait',
  allowed: 'wait',
  done: 'go',
  declined: 'stop',
  cancelled: 'neutral',
};

/** People who have lost the phone that they sign in by. */
export function PhoneChangeList() {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const proposals = useProposals('phone-change', 'staff.serveClients');
  const { open, dialog } = useDialogs();
  const state = PHONE_CHANGE_STATES.find((phoneChangeState) => phoneChangeState === search.get('state'));
  const changes = useRead(
    listPhoneChanges,
    { query: { state } },
    { keepPrevious: true, refetchMs: REFRESH_MS },
  );
  const rows = changes.data?.data ?? [];

  if (!changes.data && changes.error)
    return <LoadError onReload={() => void changes.refetch()} message={changes.error.message} />;
  return (
    <Stack>
      <p className={styles.quiet}>
        Сверьте, что пишет человек, с тем, что о нём известно, и позвоните в компанию по телефону из реестра.
        Разрешают вдвоём, новый номер начинает работать через сутки.
      </p>
      <Select
        label="Состояние"
        labelHidden
        className={styles.filter}
        value={state ?? 'all'}
        onChange={(value) => write({ state: value === 'all' ? null : value })}
        options={[
          { value: 'all', label: 'Все заявки' },
          ...PHONE_CHANGE_STATES.map((value) => ({ value, label: PHONE_CHANGE_STATE_TITLE[value] })),
        ]}
      />
      {!changes.data && <TableSkeleton columns={4} />}
      {changes.data && rows.length === 0 && (
        <EmptyState title="Заявок нет">
          Здесь будут заявки тех, кто потерял телефон и просит вход по новому номеру.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <StaffTable
          list="phone-changes"
          caption="Потерянные телефоны"
          forms={['заявка', 'заявки', 'заявок']}
          columns={columns(proposals, open)}
          rows={rows}
          rowKey={(item) => item.id}
        />
      )}
      {dialog}
    </Stack>
  );
}

function columns(proposals: Proposals, open: OpenDialog): readonly Column<PhoneChange>[] {
  return [
    dateColumn({ key: 'asked', header: 'Просит', kind: 'moment', value: (item) => item.asked_at }),
    {
      key: 'person',
      header: 'Кто',
      narrow: 'title',
      fixed: true,
      value: (item) => nameOfPerson(item.person),
      cell: (item) => (
        <TwoLines below={item.person.company?.title ?? (item.person.staff ? 'сотрудник программы' : null)}>
          {nameOfPerson(item.person)}
        </TwoLines>
      ),
    },
    {
      key: 'said',
      header: 'Имя и сообщение',
      narrow: 'plain',
      value: (item) => `${item.name}. ${item.comment}`,
      cell: (item) => <TwoLines below={item.comment}>{item.name}</TwoLines>,
    },
    {
      key: 'phones',
      header: 'Телефоны',
      narrow: 'plain',
      value: (item) => `${formatPhone(item.old_phone)} → ${formatPhone(item.new_phone)}`,
      cell: (item) => (
        <TwoLines below={`станет ${formatPhone(item.new_phone)}`}>{formatPhone(item.old_phone)}</TwoLines>
      ),
    },
    {
      key: 'state',
      header: 'Состояние',
      narrow: 'plain',
      value: (item) => PHONE_CHANGE_STATE_TITLE[item.state],
      cell: (item) => (
        <span className={styles.lines}>
          <TwoLines below={item.reason}>
            <StatusLabel tone={TONE[item.state]}>{PHONE_CHANGE_STATE_TITLE[item.state]}</StatusLabel>
          </TwoLines>
          <WaitingApprovals approvals={proposals.waiting(item.id)} />
        </span>
      ),
    },
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      cell: (item) =>
        item.ended_at === null && (
          <Row gap="1" nowrap>
            {item.state === 'asked' && (
              <Button
                size="small"
                onClick={() => open(AllowPhoneDialog, item)}
                disabledReason={proposals.problem(allowPhoneChange, item.id)}
              >
                Разрешить
              </Button>
            )}
            <Button
              size="small"
              variant="quiet"
              onClick={() => open(DeclinePhoneDialog, item)}
              disabledReason={proposals.problem(declinePhoneChange, item.id)}
            >
              Отказать
            </Button>
          </Row>
        ),
    },
  ];
}
