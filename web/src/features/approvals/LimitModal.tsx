import { useState } from 'react';
import { listApprovals, setApprovalLimit } from '#contract/approvals.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { MoneyField } from '../../forms/MoneyField.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';
import { Modal } from '../../ui/Modal.tsx';

/** Proposes how much money one member moves alone in a day. */
export function LimitModal({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const action = useStaffAction(setApprovalLimit, { name: 'Сумма на одного', refresh: [listApprovals] });
  return (
    <Modal opened onClose={onClose} title="Сумма на одного" busy={action.isPending}>
      <FormShell
        submitLabel="Предложить"
        loading={action.isPending}
        error={action.error}
        ownFields={['credit_above']}
        disabledReason={text.trim() ? null : 'Укажите сумму'}
        onSubmit={() => action.mutate({ body: { credit_above: text } }, { onSuccess: onClose })}
      >
        <p>
          Столько денег один сотрудник двигает за день сам: кредиты, зачисления, возвраты, выписки без
          подтверждения банка. Что выше, подтверждает второй. Саму сумму тоже меняют вдвоём.
        </p>
        <MoneyField
          label="Сам за день, ₽"
          value={text}
          onChange={setText}
          error={action.error?.fields.credit_above?.[0] ?? null}
          autoFocus
        />
      </FormShell>
    </Modal>
  );
}
