import { useMemo } from 'react';
import {
  listNetworkInvoices,
  setNetworkSupplier,
  type NetworkSupplier,
} from '#contract/fuel/network-invoices.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { InnField } from '../../../forms/InnField.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useStaffProblem } from '../../../staff/use-staff-problem.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { moneyColumn } from '../../../tables/usual-columns.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { useDialogs, type OpenDialog } from '../../../ui/use-dialogs.tsx';
import styles from '../../../staff/StaffList.module.css';

/** Shows what each network has billed, what was paid to it, and until when the rest is due. */
export function SupplierList() {
  const read = useRead(listNetworkInvoices, { query: {} });
  const { open, dialog } = useDialogs();
  const problem = useStaffProblem('staff.handleMoney');
  const columns = useMemo(() => supplierColumns(open, problem), [open, problem]);
  if (!read.data && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!read.data) return <TableSkeleton columns={6} />;
  return (
    <Stack>
      <p className={styles.quiet}>
        Оплаты находим в выписках банка по ИНН сети и засчитываем счетам по порядку, начиная со старых. Долг
        считаем по принятым счетам, остальное в столбце «Не принято».
      </p>
      <StaffTable
        caption="Расчёты с сетями"
        forms={['сеть', 'сети', 'сетей']}
        columns={columns}
        rows={read.data.meta.networks}
        rowKey={(item) => item.partner_id}
      />
      {dialog}
    </Stack>
  );
}

function supplierColumns(open: OpenDialog, problem: string | null): readonly Column<NetworkSupplier>[] {
  return [
    {
      key: 'title',
      header: 'Сеть',
      narrow: 'title',
      fixed: true,
      value: (item) => item.title,
      cell: (item) => (
        <TwoLines below={item.inn ? `ИНН\u00a0${item.inn}` : 'ИНН не указан'}>{item.title}</TwoLines>
      ),
    },
    moneyColumn({ key: 'invoiced', header: 'Выставлено', value: (item) => item.invoiced }),
    moneyColumn({ key: 'paid', header: 'Оплачено', value: (item) => item.paid }),
    moneyColumn({ key: 'owed', header: 'Долг', narrow: 'aside', value: sumAccepted }),
    moneyColumn({
      key: 'unaccepted',
      header: 'Не принято',
      value: (item) => item.unaccepted || null,
      leaves: 3,
    }),
    moneyColumn({ key: 'advance', header: 'Аванс', value: (item) => item.advance }),
    moneyColumn({
      key: 'claimed',
      header: 'Сеть вернёт',
      value: (item) => sumClaims(item) || null,
      leaves: 2,
    }),
    moneyColumn({ key: 'bonuses', header: 'Бонусы', value: (item) => item.bonuses || null, leaves: 1 }),
    {
      key: 'due',
      header: 'Оплатить до',
      kind: 'day',
      narrow: 'second',
      value: (item) => item.due,
      cell: (item) => item.due && <DateText value={item.due} />,
    },
    {
      key: 'action',
      header: 'Действия',
      headerHidden: true,
      narrow: 'plain',
      cell: (item) => (
        <Button
          size="small"
          aria-label={`ИНН и срок оплаты: ${item.title}`}
          onClick={() => open(SupplierModal, item)}
          disabledReason={problem}
        >
          ИНН и срок
        </Button>
      ),
    },
  ];
}

/** An invoice that no one has accepted is no debt yet. */
function sumAccepted({ owed, unaccepted }: NetworkSupplier): number {
  return Math.round((owed - unaccepted) * 100) / 100;
}

/** Sums what the network has not given back by open claims. */
function sumClaims({ claims }: NetworkSupplier): number {
  return Math.round(claims.reduce((total, { sum, returned }) => total + sum - returned, 0) * 100) / 100;
}

function SupplierModal({ item, onClose }: { item: NetworkSupplier; onClose: () => void }) {
  const form = useForm({
    values: { inn: item.inn ?? '', paymentDays: item.payment_days === null ? '' : String(item.payment_days) },
  });
  const action = useStaffAction(setNetworkSupplier, {
    name: 'ИНН и срок оплаты сети',
    refresh: [listNetworkInvoices],
  });
  return (
    <FormModal
      form={form}
      action={action}
      title={`Расчёты: ${item.title}`}
      submitLabel="Сохранить"
      onSubmit={({ inn, paymentDays }) =>
        action.mutate(
          { params: { id: item.partner_id }, body: { inn, payment_days: paymentDays } },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <InnField
        label="ИНН сети"
        help="Платежи этому ИНН в выписках банка станут оплатой её счетов"
        {...form.field('inn')}
      />
      <TextField
        label="Дней на оплату"
        help="От даты счёта. Пусто, если срока нет"
        inputMode="numeric"
        maxLength={3}
        {...form.field('paymentDays')}
      />
    </FormModal>
  );
}
