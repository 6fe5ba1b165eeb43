import { useMemo } from 'react';
import { listUnclearMovements, settleMovement } from '#contract/money/corrections.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { dateColumn, sumColumn } from '../../../tables/usual-columns.tsx';
import type { Column } from '../../../tables/column.ts';
import { useProposals, type Proposals } from '../../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import { useDialogs, type OpenDialog } from '../../../ui/use-dialogs.tsx';
import { ExecutedDialog, NotExecutedDialog, type UnclearMovement } from './movement-dialogs.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import styles from '../../../staff/StaffList.module.css';

const REFRESH_MS = 15_000;

/** Lists money in transit whose outcome the network does not report. Staff find it out and enter it here. */
export function UnclearMovementList() {
  const { open, dialog } = useDialogs();
  const proposals = useProposals('movement', 'staff.handleMoney');
  const listed = useMemo(() => columns(open, proposals), [open, proposals]);
  const movements = useRead(listUnclearMovements, {}, { refetchMs: REFRESH_MS });

  if (!movements.data && movements.error)
    return <LoadError onReload={() => void movements.refetch()} message={movements.error.message} />;
  return (
    <Stack>
      <p className={styles.quiet}>
        Сеть больше десяти минут не отвечает, исполнена ли команда. Решайте, только если видели карту в
        кабинете сети или получили её письмо.
      </p>
      <Disclosure summary="Что программа делает сама">
        Спрашивает сеть каждые 15 минут и не отправляет деньги второй раз. Через три дня, когда дойдут все
        покупки по карте, решает сама, если сойдутся два доказательства, например кошелёк карты и баланс
        договора.
      </Disclosure>
      {!movements.data && <TableSkeleton columns={5} />}
      {movements.data?.data.length === 0 && (
        <EmptyState title="Неясных движений нет">Все сети ответили на все команды.</EmptyState>
      )}
      {movements.data && movements.data.data.length > 0 && (
        <StaffTable
          list="movements"
          caption="Движения без ответа сети"
          forms={['движение', 'движения', 'движений']}
          columns={listed}
          rows={movements.data.data}
          rowKey={(item) => item.id}
        />
      )}
      {dialog}
    </Stack>
  );
}

function columns(open: OpenDialog, proposals: Proposals): readonly Column<UnclearMovement>[] {
  return [
    dateColumn({ key: 'since', header: 'Ждёт с', kind: 'moment', value: (item) => item.created_at }),
    {
      key: 'company',
      header: 'Компания',
      narrow: 'title',
      fixed: true,
      value: (item) => item.company.title,
      cell: (item) => <TwoLines below={`ИНН ${item.company.inn}`}>{item.company.title}</TwoLines>,
    },
    {
      key: 'card',
      header: 'Карта',
      value: (item) => item.card.card_number,
      cell: (item) => (
        <TwoLines below={item.partner.title}>
          {item.to_card ? 'Перевод на карту' : 'Вывод с карты'} {item.card.card_number}
        </TwoLines>
      ),
    },
    {
      key: 'word',
      header: 'Ответ сети',
      narrow: 'plain',
      value: (item) => item.last_word?.said ?? null,
      cell: (item) => (
        <span className={styles.lines}>
          <TwoLines
            below={
              <>
                {item.last_word && (
                  <>
                    <DateText value={item.last_word.heard_at} style="datetime" />,{' '}
                  </>
                )}
                попыток: {item.attempts}
              </>
            }
          >
            {item.last_word?.said ?? 'Команда принята, ответа нет'}
          </TwoLines>
          <WaitingApprovals approvals={proposals.waiting(item.id)} />
        </span>
      ),
    },
    sumColumn(),
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      cell: (item) => (
        <Row gap="1">
          <Button
            size="small"
            onClick={() => open(ExecutedDialog, item)}
            disabledReason={proposals.problem(settleMovement, item.id)}
          >
            Сеть исполнила
          </Button>
          <Button
            size="small"
            variant="quiet"
            onClick={() => open(NotExecutedDialog, item)}
            disabledReason={proposals.problem(settleMovement, item.id)}
          >
            Сеть не исполнила
          </Button>
        </Row>
      ),
    },
  ];
}
