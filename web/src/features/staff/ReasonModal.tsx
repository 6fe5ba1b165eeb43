import { useState, type ReactNode } from 'react';
import { newRequestKey } from '../../api/client.ts';
import type { useDeed } from '../../api/use-call.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TextArea } from '../../ui/TextField.tsx';

type Props = {
  title: string;
  submitLabel: string;
  /** What the reason is asked for, and where it will stand. */
  label?: string;
  help?: string;
  /** Why nothing can be sent without it. */
  missing?: string;
  deed: Pick<ReturnType<typeof useDeed>, 'isPending' | 'error'>;
  /** The key is that of this opening: what is sent again is the same deed. */
  onSubmit: (said: { reason: string; requestKey: string }) => void;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
};

/** A deed of the staff that is done once, with its reason. */
export function ReasonModal(props: Props) {
  const { title, submitLabel, deed, onSubmit, onClose, children } = props;
  const { label = 'Основание, останется в журнале', help, missing = 'Укажите основание' } = props;
  const [reason, setReason] = useState('');
  const [requestKey] = useState(newRequestKey);
  return (
    <Modal opened onClose={onClose} title={title} busy={deed.isPending}>
      <FormShell
        submitLabel={submitLabel}
        loading={deed.isPending}
        error={deed.error ? { message: deed.error.message } : null}
        disabledReason={reason.trim() ? null : missing}
        onSubmit={() => onSubmit({ reason, requestKey })}
      >
        {children}
        <TextArea label={label} help={help} value={reason} onChange={setReason} autoFocus />
      </FormShell>
    </Modal>
  );
}
