import { listCredits, type ClientCredit } from '#contract/money/credits.ts';
import { counted } from '#contract/values/counted.ts';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import { NOT_IN_ROLE, useMay } from '../../../staff/use-may.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { extraColumn, moneyColumn } from '../../../tables/usual-columns.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import styles from '../../../staff/StaffList.module.css';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { CreditModal } from './CreditModal.tsx';

const REFRESH_MS = 15_000;
const CLIENTS = ['клиент', 'клиента', 'клиентов'] as const;

/** Lists who may owe the programme, who does and since when. */
export function CreditList() {
  const credits = useRead(listCredits, {}, { refetchMs: REFRESH_MS });
  const may = useMay('staff.handleMoney');
  const { show, dialog } = useDialogs();
  if (!credits.data && credits.error)
    return <LoadError onReload={() => void credits.refetch()} message={credits.error.message} />;
  const rows = credits.data?.data ?? [];
  const used = rows.reduce((sum, row) => sum + row.used, 0);
  const late = rows.filter((row) => row.late_since !== null).length;
  const grant = (
    <Button
      variant="primary"
      disabledReason={may ? null : NOT_IN_ROLE}
      onClick={() => show((onClose) => <CreditModal clientId={null} onClose={onClose} />)}
    >
      Дать кредит
    </Button>
  );
  return (
    <Stack gap="3">
      {rows.length > 0 && (
        <Row between>
          <p className={styles.quiet}>
            Клиенты должны <Money value={used} />
            {late > 0 && `, с опозданием ${counted(late, CLIENTS)}`}
          </p>
          {grant}
        </Row>
      )}
      {!credits.data && <TableSkeleton columns={6} />}
      {credits.data && rows.length === 0 && (
        <EmptyState title="Кредитов нет" action={grant}>
          Клиенты работают на свои деньги.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <StaffTable
          list="credits"
          caption="Кредиты"
          forms={['клиент с кредитом', 'клиента с кредитом', 'клиентов с кредитом']}
          columns={makeColumns((item) =>
            show((onClose) => <CreditModal clientId={item.id} onClose={onClose} />),
          )}
          rows={rows}
          rowKey={(item) => item.id}
        />
      )}
      {dialog}
    </Stack>
  );
}

function makeColumns(open: (client: { id: number }) => void): readonly Column<ClientCredit>[] {
  return [
    {
      key: 'client',
      header: 'Клиент',
      narrow: 'title',
      value: (item) => item.title,
      cell: (item) => (
        <TwoLines below={<span className={styles.inn}>ИНН {item.inn}</span>}>{item.title}</TwoLines>
      ),
    },
    moneyColumn({ key: 'limit', header: 'Лимит', value: (item) => item.creditSum }),
    moneyColumn({ key: 'used', header: 'Использовано', narrow: 'aside', value: (item) => item.used }),
    moneyColumn({ key: 'left', header: 'Осталось', narrow: 'hidden', value: (item) => item.left }),
    {
      key: 'days',
      header: 'Срок, дней',
      width: 150,
      align: 'end',
      kind: 'count',
      value: (item) => item.creditDaysForPayment,
      cell: (item) => (
        <TwoLines
          below={item.creditDaysWithoutPayment > 0 && `ещё ${item.creditDaysWithoutPayment} без оплаты`}
        >
          {item.creditDaysForPayment || 'без срока'}
        </TwoLines>
      ),
    },
    {
      key: 'late',
      header: 'Опоздание',
      width: 180,
      narrow: 'second',
      kind: 'day',
      value: (item) => item.late_since,
      cell: (item) =>
        item.late_since ? (
          <StatusLabel tone="stop">
            с <DateText value={item.late_since} />
          </StatusLabel>
        ) : (
          item.indebted_since && (
            <span className="ink-2">
              должен с <DateText value={item.indebted_since} />
            </span>
          )
        ),
    },
    extraColumn({ key: 'author', header: 'Кто менял', value: (item) => item.changed_by }),
    {
      key: 'changed',
      header: 'Когда менял',
      kind: 'moment',
      narrow: 'hidden',
      extra: true,
      value: (item) => item.changed_at,
      cell: (item) => item.changed_at && <DateText value={item.changed_at} style="datetime" />,
    },
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      width: 120,
      cell: (item) => (
        <Button size="small" variant="quiet" onClick={() => open(item)}>
          Открыть
        </Button>
      ),
    },
  ];
}
