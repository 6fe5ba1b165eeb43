import { readMoney } from '#contract/kopecks.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import {
  acceptDispute,
  declineDispute,
  holdDispute,
  listStaffDisputes,
  sendDisputes,
} from '#contract/fuel/disputes.ts';
import { counted } from '#contract/values/counted.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { formatMoney } from '../../../lib/format.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';

export type StaffDispute = EndpointData<typeof listStaffDisputes>[number];

const MAX_DIGITS = 11;
const DISPUTE_FORMS = ['спор', 'спора', 'споров'] as const;

/** Marks disputes as sent to their networks. */
export const SendDisputesDialog = defineConfirmDialog({
  title: 'Отметить отправленными сетям',
  confirmLabel: (ids: readonly number[]) => `Отметить ${counted(ids.length, DISPUTE_FORMS)}`,
  danger: false,
  text: () => <p>Клиенты увидят, что сеть спросили. Письмо сети портал не отправляет.</p>,
  call: sendDisputes,
  input: (ids: readonly number[]) => ({ body: { ids: [...ids] } }),
  refresh: [listStaffDisputes],
  failed: 'Споры не отмечены',
});

/** Declines a dispute with the network's answer. */
export function DeclineDisputeDialog({ item, onClose }: { item: StaffDispute; onClose: () => void }) {
  const form = useForm({ values: { answer: '' } });
  const { answer } = form.values;
  const action = useStaffAction(declineDispute, { name: 'Отказ по спору', refresh: [listStaffDisputes] });
  return (
    <FormModal
      form={form}
      action={action}
      title={`Отклонить спор № ${item.id}`}
      submitLabel="Отклонить"
      disabledReason={answer.trim() ? null : 'Напишите ответ: его прочтёт клиент'}
      onSubmit={(body) => action.mutate({ params: { id: item.id }, body }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextArea label="Ответ сети" maxLength={1000} rows={3} {...form.field('answer')} autoFocus />
    </FormModal>
  );
}

/** Puts the programme's money on hold until a dispute ends. */
export function HoldDisputeDialog({ item, onClose }: { item: StaffDispute; onClose: () => void }) {
  const form = useForm({ values: { sum: String(item.operation.sum).replace('.', ',') } });
  const action = useStaffAction(holdDispute, { name: 'Деньги по спору', refresh: [listStaffDisputes] });
  const read = readMoney(form.values.sum, MAX_DIGITS);
  return (
    <FormModal
      form={form}
      action={action}
      title={`Отложить деньги по спору № ${item.id}`}
      submitLabel={read.ok ? `Отложить ${formatMoney(read.kopecks / 100)}` : 'Отложить'}
      disabledReason={read.ok ? null : read.message}
      onSubmit={(body) => action.mutate({ params: { id: item.id }, body }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        Сумма будет на удержании до ответа: клиент увидит её в споре, тратить её нельзя. Отказ, отзыв спора и
        возврат денег освобождают её.
      </p>
      <TextField
        label="Сумма"
        inputMode="decimal"
        suffix="₽"
        autoComplete="off"
        {...form.field('sum')}
        autoFocus
      />
    </FormModal>
  );
}

/** Proposes to give the money of a dispute back; another member confirms it. */
export function AcceptDisputeDialog({ item, onClose }: { item: StaffDispute; onClose: () => void }) {
  const form = useForm({ values: { sum: String(item.operation.sum).replace('.', ','), answer: '' } });
  const { sum, answer } = form.values;
  const action = useStaffAction(acceptDispute, { name: 'Возврат по спору', refresh: [listStaffDisputes] });
  const read = readMoney(sum, MAX_DIGITS);
  const missing = read.ok ? (answer.trim() ? null : 'Напишите ответ: его прочтёт клиент') : read.message;
  return (
    <FormModal
      form={form}
      action={action}
      title={`Вернуть деньги по спору № ${item.id}`}
      submitLabel={read.ok ? `Предложить вернуть ${formatMoney(read.kopecks / 100)}` : 'Предложить'}
      disabledReason={missing}
      onSubmit={(body) => action.mutate({ params: { id: item.id }, body }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{item.company.title}. Деньги вернутся на счёт клиента, когда подтвердит другой сотрудник.</p>
      <TextField label="Сумма" inputMode="decimal" suffix="₽" autoComplete="off" {...form.field('sum')} />
      <TextArea label="Ответ сети" maxLength={400} rows={2} {...form.field('answer')} autoFocus />
    </FormModal>
  );
}
