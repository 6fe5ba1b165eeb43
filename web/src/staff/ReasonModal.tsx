import { useState, type ReactNode } from 'react';
import type { useEndpointAction } from '../actions/use-endpoint-action.ts';
import { FormShell } from '../forms/FormShell.tsx';
import { Modal } from '../ui/Modal.tsx';
import { TextArea } from '../ui/TextField.tsx';

type Props = {
  title: string;
  submitLabel: string;
  /** Explains what the reason is for, and where it will be stored. */
  label?: string;
  help?: string;
  /** Why nothing can be sent without a reason. */
  missing?: string;
  deed: Pick<ReturnType<typeof useEndpointAction>, 'isPending' | 'error'>;
  onSubmit: (reason: string) => void;
  onClose: () => void;
  /** Explains what will happen. */
  children: ReactNode;
};

/** A staff action that needs a reason and is carried out once. */
export function ReasonModal(props: Props) {
  const { title, submitLabel, deed: action, onSubmit, onClose, children } = props;
  const { label = 'Основание, останется в журнале', help, missing = 'Укажите основание' } = props;
  const [reason, setReason] = useState('');
  return (
    <Modal opened onClose={onClose} title={title} busy={action.isPending}>
      <FormShell
        submitLabel={submitLabel}
        loading={action.isPending}
        error={action.error}
        disabledReason={reason.trim() ? null : missing}
        onSubmit={() => onSubmit(reason)}
      >
        {children}
        <TextArea label={label} help={help} value={reason} onChange={setReason} autoFocus />
      </FormShell>
    </Modal>
  );
}
