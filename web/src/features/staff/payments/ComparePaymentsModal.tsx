import { listBankBalances, listPayments, setPaymentAside, type Payment } from '#contract/money/bank.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { PaymentComparison } from './PaymentComparison.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';

type Props = {
  payment: Payment;
  /** Why it can't be credited now. Null means that it can. */
  creditProblem: string | null;
  /** Called when the user decides that it is a separate payment. */
  onCredit: () => void;
  onClose: () => void;
};

/** Shows a payment beside a similar one in the books. The user decides whether the bank means one payment or two. */
export function ComparePaymentsModal({ payment, creditProblem, onCredit, onClose }: Props) {
  const form = useForm({ values: { reason: '' } });
  const { reason } = form.values;
  const action = useStaffAction(setPaymentAside, {
    name: 'Повтор платежа',
    refresh: [listPayments, listBankBalances],
  });
  const credit = (
    <Button variant="quiet" onClick={onCredit} disabledReason={creditProblem}>
      Это другой платёж, зачислить
    </Button>
  );
  return (
    <Modal opened onClose={onClose} title="Один платёж или два" size="wide" busy={action.isPending}>
      <Stack>
        {payment.state === 'duplicate' ? (
          <>
            <PaymentComparison payment={payment} />
            <p>Отмечен как повтор: деньги по этой строке никому не зачислены.</p>
            {credit}
          </>
        ) : (
          <FormShell
            form={form}
            submitLabel="Это один платёж"
            action={action}
            disabledReason={reason.trim() ? null : 'Укажите основание'}
            secondary={credit}
            onSubmit={() =>
              action.mutate({ params: { id: payment.id }, body: { reason } }, { onSuccess: onClose })
            }
          >
            <PaymentComparison payment={payment} />
            <p>
              Если банк провёл один платёж, эта строка станет повтором: деньги не двигаются, решение можно
              изменить. Если денег пришло два раза, зачислите её.
            </p>
            <TextArea label="Основание, останется в журнале" {...form.field('reason')} rows={2} />
          </FormShell>
        )}
      </Stack>
    </Modal>
  );
}
