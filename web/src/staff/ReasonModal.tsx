import { useState, type ReactNode } from 'react';
import type { useDeed } from '../deeds/use-deed.ts';
import { FormShell } from '../forms/FormShell.tsx';
import { Modal } from '../ui/Modal.tsx';
import { TextArea } from '../ui/TextField.tsx';

type Props = {
  title: string;
  submitLabel: string;
  /** What the reason is for, and where it will be kept. */
  label?: string;
  help?: string;
  /** Why nothing can be sent without a reason. */
  missing?: string;
  deed: Pick<ReturnType<typeof useDeed>, 'isPending' | 'error'>;
  onSubmit: (reason: string) => void;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
};

/** A staff action that needs a reason and is carried out once. */
export function ReasonModal(props: Props) {
  const { title, submitLabel, deed, onSubmit, onClose, children } = props;
  const { label = 'Основание, останется в журнале', help, missing = 'Укажите основание' } = props;
  const [reason, setReason] = useState('');
  return (
    <Modal opened onClose={onClose} title={title} busy={deed.isPending}>
      <FormShell
        submitLabel={submitLabel}
        loading={deed.isPending}
        error={deed.error}
        disabledReason={reason.trim() ? null : missing}
        onSubmit={() => onSubmit(reason)}
      >
        {children}
        <TextArea label={label} help={help} value={reason} onChange={setReason} autoFocus />
      </FormShell>
    </Modal>
  );
}
