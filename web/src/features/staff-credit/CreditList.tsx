import { useState } from 'react';
import { listCredits, type ClientCredit } from '#contract/credits.ts';
import { StaffTable } from '../../staff/StaffTable.tsx';
import { NOT_IN_ROLE, useMay } from '../../staff/use-may.ts';
import { useRead } from '../../state/use-call.ts';
import type { Column } from '../../tables/column.ts';
import { TwoLines } from '../../tables/TwoLines.tsx';
import { extraColumn, moneyColumn } from '../../tables/usual-columns.tsx';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Money } from '../../ui/Money.tsx';
import { TableSkeleton } from '../../ui/Skeleton.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';
import styles from '../../staff/StaffList.module.css';
import { CreditModal } from './CreditModal.tsx';

const REFRESH_MS = 15_000;

/** Who may owe the programme, who does and since when. */
export function CreditList() {
  const credits = useRead(listCredits, {}, { refetchMs: REFRESH_MS });
  const may = useMay('staff.handleMoney');
  const [opened, setOpened] = useState<{ id: number | null } | null>(null);
  if (!credits.data && credits.error)
    return <LoadError onReload={() => void credits.refetch()} message={credits.error.message} />;
  const rows = credits.data?.data ?? [];
  const used = rows.reduce((sum, one) => sum + one.used, 0);
  const late = rows.filter((one) => one.late_since !== null).length;
  const grant = (
    <Button
      variant="primary"
      disabledReason={may ? null : NOT_IN_ROLE}
      onClick={() => setOpened({ id: null })}
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
            {late > 0 && `, с опозданием: ${late}`}
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
          columns={columnsOf(setOpened)}
          rows={rows}
          rowKey={(one) => one.id}
        />
      )}
      {opened && <CreditModal clientId={opened.id} onClose={() => setOpened(null)} />}
    </Stack>
  );
}

function columnsOf(open: (client: { id: number }) => void): readonly Column<ClientCredit>[] {
  return [
    {
      key: 'client',
      header: 'Клиент',
      narrow: 'title',
      value: (one) => one.title,
      cell: (one) => (
        <TwoLines below={<span className={styles.inn}>ИНН {one.inn}</span>}>{one.title}</TwoLines>
      ),
    },
    moneyColumn({ key: 'limit', header: 'Лимит', value: (one) => one.creditSum }),
    moneyColumn({ key: 'used', header: 'Использовано', narrow: 'aside', value: (one) => one.used }),
    moneyColumn({ key: 'left', header: 'Осталось', narrow: 'hidden', value: (one) => one.left }),
    {
      key: 'days',
      header: 'Срок, дней',
      width: 110,
      align: 'end',
      kind: 'count',
      value: (one) => one.creditDaysForPayment,
      cell: (one) => (
        <TwoLines below={one.creditDaysWithoutPayment > 0 && `и ещё ${one.creditDaysWithoutPayment}`}>
          {one.creditDaysForPayment || 'без срока'}
        </TwoLines>
      ),
    },
    {
      key: 'late',
      header: 'Опоздание',
      width: 180,
      narrow: 'second',
      kind: 'day',
      value: (one) => one.late_since,
      cell: (one) =>
        one.late_since ? (
          <StatusWord tone="stop">
            с <DateText value={one.late_since} />
          </StatusWord>
        ) : (
          one.indebted_since && (
            <span className="ink-2">
              должен с <DateText value={one.indebted_since} />
            </span>
          )
        ),
    },
    extraColumn({ key: 'author', header: 'Кто менял', value: (one) => one.changed_by }),
    {
      key: 'changed',
      header: 'Когда менял',
      kind: 'moment',
      narrow: 'hidden',
      extra: true,
      value: (one) => one.changed_at,
      cell: (one) => one.changed_at && <DateText value={one.changed_at} style="datetime" />,
    },
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      width: 120,
      cell: (one) => (
        <Button size="small" variant="quiet" onClick={() => open(one)}>
          Открыть
        </Button>
      ),
    },
  ];
}
