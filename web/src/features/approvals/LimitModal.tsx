import { useState } from 'react';
import { listApprovals, setApprovalLimit } from '#contract/approvals.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { MoneyField } from '../../forms/MoneyField.tsx';
import { useStaffDeed } from '../../staff/use-staff-deed.ts';
import { Modal } from '../../ui/Modal.tsx';

/** Proposes from which credit on two people are needed. */
export function LimitModal({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const deed = useStaffDeed(setApprovalLimit, { name: 'Порог кредита', refresh: [listApprovals] });
  return (
    <Modal opened onClose={onClose} title="Порог кредита" busy={deed.isPending}>
      <FormShell
        submitLabel="Предложить"
        loading={deed.isPending}
        error={deed.error}
        ownFields={['credit_above']}
        disabledReason={text.trim() ? null : 'Укажите сумму'}
        onSubmit={() => deed.mutate({ body: { credit_above: text } }, { onSuccess: onClose })}
      >
        <p>Кредит выше этой суммы открывают вдвоём. Сам порог тоже меняют вдвоём.</p>
        <MoneyField
          label="Кредит выше, ₽"
          value={text}
          onChange={setText}
          error={deed.error?.fields.credit_above?.[0] ?? null}
          autoFocus
        />
      </FormShell>
    </Modal>
  );
}
