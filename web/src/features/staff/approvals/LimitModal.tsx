import { listApprovals, setApprovalLimit } from '#contract/identity/approvals.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';

/** Proposes how much money one member moves alone in a day. */
export function LimitModal({ onClose }: { onClose: () => void }) {
  const form = useForm({ values: { creditAbove: '' } });
  const { creditAbove: text } = form.values;
  const action = useStaffAction(setApprovalLimit, { name: 'Дневная сумма', refresh: [listApprovals] });
  return (
    <FormModal
      form={form}
      submitLabel="Предложить"
      action={action}
      disabledReason={text.trim() ? null : 'Укажите сумму'}
      onSubmit={() => action.mutate({ body: { credit_above: text } }, { onSuccess: onClose })}
      title="Дневная сумма одного сотрудника"
      onClose={onClose}
    >
      <p>
        Столько денег один сотрудник проводит за день без второго: кредиты, зачисления, возвраты, выписки без
        подтверждения банка. Остальное подтверждает второй. Эту сумму тоже меняют двое.
      </p>
      <MoneyField label="На одного сотрудника за день, ₽" {...form.field('creditAbove')} autoFocus />
    </FormModal>
  );
}
