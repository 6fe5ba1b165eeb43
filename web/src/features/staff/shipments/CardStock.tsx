import type { EndpointData } from '#contract/endpoint.ts';
import { changeCardStock, readCardStock, setCardLogistics } from '#contract/orders/shipments.ts';
import { DayField } from '../../../forms/days/DayField.tsx';
import { FormModal } from '../../../forms/FormModal.tsx';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useToday } from '../../../lib/use-today.ts';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useProposals } from '../../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { CardSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';

type Stock = EndpointData<typeof readCardStock>;
type Network = Stock['networks'][number];
type Change = Stock['changes'][number];

/** Blank cards of each network, and how cards are handed over. */
export function CardStock() {
  const { show, dialog } = useDialogs();
  const problem = useStaffProblem('staff.runProgramme');
  const read = useRead(readCardStock);
  const stock = read.data?.data;
  if (!stock && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!stock) return <CardSkeleton count={2} />;
  const low = stock.networks.filter((network) => network.low);
  const open = (isWrittenOff: boolean) =>
    show((onClose) => (
      <StockDialog networks={stock.networks} isWrittenOff={isWrittenOff} onClose={onClose} />
    ));
  return (
    <Stack gap="3">
      {low.length > 0 && (
        <Notice tone="warn" title="Карт осталось мало">
          {low.map((network) => `${network.partner_title}: ${formatNumber(network.left ?? 0)}`).join(', ')}
        </Notice>
      )}
      <Row>
        <Button disabled={problem !== null} disabledReason={problem ?? ''} onClick={() => open(false)}>
          Пришла партия
        </Button>
        <Button
          variant="quiet"
          disabled={problem !== null}
          disabledReason={problem ?? ''}
          onClick={() => open(true)}
        >
          Списать
        </Button>
      </Row>
      <StaffTable
        caption="Запас карт"
        forms={['сеть', 'сети', 'сетей']}
        columns={NETWORK_COLUMNS}
        rows={stock.networks}
        rowKey={(network) => network.partner_id}
      />
      {stock.changes.length > 0 && (
        <StaffTable
          caption="Поступления и списания"
          columns={CHANGE_COLUMNS}
          rows={stock.changes}
          rowKey={(change) => change.id}
        />
      )}
      <LogisticsPanel stock={stock} problem={problem} />
      {dialog}
    </Stack>
  );
}

const NETWORK_COLUMNS: readonly Column<Network>[] = [
  {
    key: 'network',
    header: 'Сеть',
    narrow: 'title',
    value: (network) => network.partner_title,
    cell: (network) => network.partner_title,
  },
  {
    key: 'received',
    header: 'Получено',
    align: 'end',
    narrow: 'line',
    value: (network) => network.received,
    cell: (network) => formatNumber(network.received),
  },
  {
    key: 'sent',
    header: 'Отправлено',
    align: 'end',
    narrow: 'line',
    value: (network) => network.sent,
    cell: (network) => formatNumber(network.sent),
  },
  {
    key: 'left',
    header: 'Осталось',
    align: 'end',
    narrow: 'aside',
    value: (network) => network.left,
    cell: (network) => (network.left === null ? 'Не считается' : formatNumber(network.left)),
  },
  {
    key: 'low',
    header: 'Состояние',
    narrow: 'second',
    value: describeStock,
    cell: (network) =>
      network.left === null ? null : (
        <StatusLabel tone={network.low ? 'stop' : 'go'}>{describeStock(network)}</StatusLabel>
      ),
  },
];

function describeStock({ left, low }: Network): string {
  if (left === null) return '';
  return low ? 'Мало' : 'Хватает';
}

const CHANGE_COLUMNS: readonly Column<Change>[] = [
  {
    key: 'day',
    header: 'День',
    kind: 'day',
    value: (change) => change.day,
    cell: (change) => <DateText value={change.day} />,
  },
  {
    key: 'network',
    header: 'Сеть',
    narrow: 'title',
    value: (change) => change.partner_title,
    cell: (change) => change.partner_title,
  },
  {
    key: 'count',
    header: 'Карт',
    align: 'end',
    narrow: 'aside',
    value: (change) => change.count,
    cell: (change) => `${change.count > 0 ? '+' : '−'}${formatNumber(Math.abs(change.count))}`,
  },
  {
    key: 'note',
    header: 'Заметка',
    narrow: 'plain',
    value: (change) => change.note,
    cell: (change) => change.note,
  },
  { key: 'by', header: 'Кто внёс', value: (change) => change.by, cell: (change) => change.by },
];

type StockDialogProps = { networks: readonly Network[]; isWrittenOff: boolean; onClose: () => void };

function StockDialog({ networks, isWrittenOff, onClose }: StockDialogProps) {
  const today = useToday();
  const form = useForm({
    values: { partnerId: String(networks[0]?.partner_id ?? ''), count: '', day: today, note: '' },
  });
  const { partnerId, count, day, note } = form.values;
  const action = useStaffAction(changeCardStock, { name: 'Запас карт', refresh: [readCardStock] });
  return (
    <FormModal
      form={form}
      action={action}
      title={isWrittenOff ? 'Списать карты' : 'Пришла партия карт'}
      submitLabel={isWrittenOff ? 'Списать' : 'Добавить'}
      disabledReason={count.trim() ? null : 'Укажите, сколько карт'}
      onSubmit={() =>
        action.mutate(
          { body: { partner_id: partnerId, count, day, note, written_off: isWrittenOff } },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <Select
        label="Сеть"
        options={networks.map((network) => ({
          value: String(network.partner_id),
          label: network.partner_title,
        }))}
        disabled={action.isPending}
        {...form.field('partnerId')}
      />
      <TextField
        label="Сколько карт"
        inputMode="numeric"
        readOnly={action.isPending}
        {...form.field('count')}
        autoFocus
      />
      <DayField label="День" {...form.field('day')} />
      <TextArea
        label="Заметка"
        help="Можно не заполнять"
        maxLength={500}
        rows={2}
        readOnly={action.isPending}
        {...form.field('note')}
      />
    </FormModal>
  );
}

function LogisticsPanel({ stock, problem }: { stock: Stock; problem: string | null }) {
  const form = useForm({
    values: { activatesOnReceipt: stock.activates_on_receipt, lowBelow: String(stock.low_below) },
    follow: true,
  });
  const { activatesOnReceipt, lowBelow } = form.values;
  const action = useStaffAction(setCardLogistics, { name: 'Выдача карт', refresh: [readCardStock] });
  const waiting = useProposals('programme', 'staff.runProgramme').waiting(undefined, setCardLogistics);
  return (
    <Panel title="Как выдаём карты">
      <WaitingApprovals approvals={waiting} />
      <FormShell
        form={form}
        submitLabel="Сохранить"
        action={action}
        disabledReason={problem ?? (form.isDirty ? null : 'Ничего не изменено')}
        onSubmit={() =>
          action.mutate({ body: { activates_on_receipt: activatesOnReceipt, low_below: lowBelow } })
        }
      >
        <Checkbox
          label="Активация при получении: карты, выпущенные с этого дня, заработают, когда клиент подтвердит получение"
          help="Меняют двое сотрудников"
          {...form.checkbox('activatesOnReceipt')}
        />
        <TextField
          label="Предупреждать, если карт сети меньше"
          inputMode="numeric"
          readOnly={action.isPending || problem !== null}
          {...form.field('lowBelow')}
        />
      </FormShell>
    </Panel>
  );
}
