import {
  createTariff,
  endTariff,
  listTariffs,
  TARIFF_STATE_TITLE,
  type TariffOnWire,
  type TariffState,
} from '#contract/programme/tariffs.ts';
import { formatDate } from '../../../lib/format.ts';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { useProposals, type Proposals } from '../../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { dateColumn, extraColumn } from '../../../tables/usual-columns.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import styles from '../../../staff/StaffList.module.css';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { EndTariffDialog } from './tariff-dialogs.tsx';
import { formatChange, formatFee, formatScope, formatServiceFees } from '../../../staff/format-tariff.ts';
import { TariffModal } from './TariffModal.tsx';

const TONE: Record<TariffState, StatusTone> = {
  current: 'go',
  planned: 'wait',
  ended: 'neutral',
  withdrawn: 'neutral',
};

/** Every tariff there has been: nothing is changed in place, so this is their history too. */
export function TariffList() {
  const tariffs = useRead(listTariffs);
  const problem = useStaffProblem('staff.handleMoney');
  const proposals = useProposals('tariff', 'staff.handleMoney');
  const { open, show, dialog } = useDialogs();
  if (!tariffs.data && tariffs.error)
    return <LoadError onReload={() => void tariffs.refetch()} message={tariffs.error.message} />;
  const rows = tariffs.data?.data ?? [];
  const add = (
    <Button
      variant="primary"
      disabledReason={problem}
      onClick={() =>
        show((onClose) => <TariffModal goods={tariffs.data?.meta.goods ?? []} onClose={onClose} />)
      }
    >
      Новый тариф
    </Button>
  );
  return (
    <Stack gap="3">
      <Row between>
        <p className={styles.quiet}>
          Для покупки действует один тариф, самый близкий: сначала тариф клиента, потом сети, потом товара.
          Решает день покупки; проданное не пересчитывается.
        </p>
        {rows.length > 0 && add}
      </Row>
      <WaitingApprovals approvals={proposals.waiting({}, createTariff)} />
      {!tariffs.data && <TableSkeleton columns={6} />}
      {tariffs.data && rows.length === 0 && (
        <EmptyState title="Тарифов нет" action={add}>
          Клиенты платят за топливо столько, сколько списала сеть.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <StaffTable
          list="tariffs"
          caption="Тарифы"
          forms={['тариф', 'тарифа', 'тарифов']}
          columns={makeColumns((tariff) => open(EndTariffDialog, tariff), proposals)}
          rows={rows}
          rowKey={(item) => item.id}
        />
      )}
      {dialog}
    </Stack>
  );
}

function makeColumns(
  end: (tariff: TariffOnWire) => void,
  proposals: Proposals,
): readonly Column<TariffOnWire>[] {
  return [
    {
      key: 'client',
      header: 'Для кого',
      narrow: 'title',
      value: (item) => item.client?.title ?? 'Все клиенты',
      cell: (item) => <TwoLines below={formatScope(item)}>{item.client?.title ?? 'Все клиенты'}</TwoLines>,
    },
    {
      key: 'change',
      header: 'Цена',
      narrow: 'plain',
      value: formatChange,
      cell: (item) => (
        <TwoLines below={[formatServiceFees(item), item.note].filter(Boolean).join('. ')}>
          {formatChange(item)}
        </TwoLines>
      ),
    },
    {
      key: 'fee',
      header: 'Сбор',
      width: 90,
      align: 'end',
      value: (item) => item.fee,
      cell: (item) => formatFee(item.fee),
    },
    dateColumn({
      key: 'first',
      header: 'С дня',
      width: 140,
      narrow: 'line',
      value: (item) => item.first_day,
      cell: (item) => (
        <TwoLines below={item.last_day && `по ${formatDate(item.last_day)}`}>
          <DateText value={item.first_day} />
        </TwoLines>
      ),
    }),
    {
      key: 'last',
      header: 'По день',
      kind: 'day',
      narrow: 'hidden',
      extra: true,
      value: (item) => item.last_day,
      cell: (item) => item.last_day && <DateText value={item.last_day} />,
    },
    {
      key: 'state',
      header: 'Состояние',
      width: 190,
      narrow: 'second',
      value: (item) => TARIFF_STATE_TITLE[item.state],
      cell: (item) => (
        <span className={styles.lines}>
          <TwoLines below={item.ended && `${item.ended.by}: ${item.ended.reason}`}>
            <StatusLabel tone={TONE[item.state]}>{TARIFF_STATE_TITLE[item.state]}</StatusLabel>
          </TwoLines>
          <WaitingApprovals approvals={proposals.waiting(item.id)} />
        </span>
      ),
    },
    {
      key: 'sales',
      header: 'Продаж',
      width: 90,
      align: 'end',
      kind: 'count',
      narrow: 'hidden',
      extra: true,
      value: (item) => item.sales,
      cell: (item) => item.sales,
    },
    extraColumn({ key: 'services', header: 'Доставка и сборы за месяц', value: formatServiceFees }),
    extraColumn({ key: 'network', header: 'Сеть', value: (item) => item.partner?.title ?? 'Все сети' }),
    extraColumn({ key: 'goods', header: 'Товар', value: (item) => item.goods ?? 'Все товары' }),
    extraColumn({ key: 'author', header: 'Кто ввёл', value: (item) => item.created_by }),
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      width: 130,
      cell: (item) =>
        !item.ended &&
        (item.state === 'current' || item.state === 'planned') && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => end(item)}
            disabledReason={proposals.problem(endTariff, item.id)}
          >
            {item.state === 'planned' ? 'Отозвать' : 'Завершить'}
          </Button>
        ),
    },
  ];
}
