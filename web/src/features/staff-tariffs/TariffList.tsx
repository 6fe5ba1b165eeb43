import { useState } from 'react';
import {
  createTariff,
  endTariff,
  listTariffs,
  TARIFF_STATE_TITLE,
  type TariffOnWire,
  type TariffState,
} from '#contract/tariffs.ts';
import { formatDate } from '../../lib/format.ts';
import { StaffTable } from '../../staff/StaffTable.tsx';
import { NOT_IN_ROLE, useMay } from '../../staff/use-may.ts';
import {
  proposedProblem,
  useWaitingApprovals,
  waitingOf,
  type Approval,
} from '../../staff/use-waiting-approvals.ts';
import { WaitingApprovals } from '../../staff/WaitingApprovals.tsx';
import { useRead } from '../../state/use-call.ts';
import type { Column } from '../../tables/column.ts';
import { TwoLines } from '../../tables/TwoLines.tsx';
import { dateColumn, extraColumn } from '../../tables/usual-columns.tsx';
import { Button, disabledBy } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { TableSkeleton } from '../../ui/Skeleton.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { StatusWord, type StatusTone } from '../../ui/StatusWord.tsx';
import styles from '../../staff/StaffList.module.css';
import { EndTariffModal } from './EndTariffModal.tsx';
import { changeWords, feeWords, scopeWords } from './tariff-words.ts';
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
  const may = useMay('staff.handleMoney');
  const waiting = useWaitingApprovals('tariff');
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<TariffOnWire | null>(null);
  if (!tariffs.data && tariffs.error)
    return <LoadError onReload={() => void tariffs.refetch()} message={tariffs.error.message} />;
  const rows = tariffs.data?.data ?? [];
  const add = (
    <Button variant="primary" disabledReason={may ? null : NOT_IN_ROLE} onClick={() => setAdding(true)}>
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
      <WaitingApprovals approvals={waiting.filter(({ deed }) => deed === createTariff.name)} />
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
          columns={columnsOf(may ? setEnding : null, waiting)}
          rows={rows}
          rowKey={(one) => one.id}
        />
      )}
      {adding && <TariffModal goods={tariffs.data?.meta.goods ?? []} onClose={() => setAdding(false)} />}
      {ending && <EndTariffModal tariff={ending} onClose={() => setEnding(null)} />}
    </Stack>
  );
}

function columnsOf(
  end: ((tariff: TariffOnWire) => void) | null,
  waiting: readonly Approval[],
): readonly Column<TariffOnWire>[] {
  return [
    {
      key: 'client',
      header: 'Для кого',
      narrow: 'title',
      value: (one) => one.client?.title ?? 'Все клиенты',
      cell: (one) => <TwoLines below={scopeWords(one)}>{one.client?.title ?? 'Все клиенты'}</TwoLines>,
    },
    {
      key: 'change',
      header: 'Цена',
      narrow: 'plain',
      value: changeWords,
      cell: (one) => <TwoLines below={one.note}>{changeWords(one)}</TwoLines>,
    },
    {
      key: 'fee',
      header: 'Сбор',
      width: 90,
      align: 'end',
      value: (one) => one.fee,
      cell: (one) => feeWords(one.fee),
    },
    dateColumn({
      key: 'first',
      header: 'С дня',
      width: 140,
      narrow: 'line',
      value: (one) => one.first_day,
      cell: (one) => (
        <TwoLines below={one.last_day && `по ${formatDate(one.last_day)}`}>
          <DateText value={one.first_day} />
        </TwoLines>
      ),
    }),
    {
      key: 'last',
      header: 'По день',
      kind: 'day',
      narrow: 'hidden',
      extra: true,
      value: (one) => one.last_day,
      cell: (one) => one.last_day && <DateText value={one.last_day} />,
    },
    {
      key: 'state',
      header: 'Состояние',
      width: 190,
      narrow: 'second',
      value: (one) => TARIFF_STATE_TITLE[one.state],
      cell: (one) => (
        <span className={styles.lines}>
          <TwoLines below={one.ended && `${one.ended.by}: ${one.ended.reason}`}>
            <StatusWord tone={TONE[one.state]}>{TARIFF_STATE_TITLE[one.state]}</StatusWord>
          </TwoLines>
          <WaitingApprovals approvals={waitingOf(waiting, one.id)} />
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
      value: (one) => one.sales,
      cell: (one) => one.sales,
    },
    extraColumn({ key: 'network', header: 'Сеть', value: (one) => one.partner?.title ?? 'Все сети' }),
    extraColumn({ key: 'goods', header: 'Товар', value: (one) => one.goods ?? 'Все товары' }),
    extraColumn({ key: 'author', header: 'Кто ввёл', value: (one) => one.created_by }),
    {
      key: 'action',
      header: 'Действие',
      headerHidden: true,
      narrow: 'plain',
      width: 130,
      cell: (one) =>
        end &&
        !one.ended &&
        (one.state === 'current' || one.state === 'planned') && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => end(one)}
            {...disabledBy(proposedProblem(waitingOf(waiting, one.id), endTariff))}
          >
            {one.state === 'planned' ? 'Отозвать' : 'Завершить'}
          </Button>
        ),
    },
  ];
}
