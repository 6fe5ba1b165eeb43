import { useState } from 'react';
import { dismissAdvanceReturn, listAdvanceReturns } from '#contract/bank.ts';
import { newRequestKey } from '../../api/client.ts';
import { useDeed } from '../../api/use-call.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Money } from '../../ui/Money.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import type { AdvanceReturn } from './AdvanceReturnList.tsx';

/** What was paid for something else leaves the client's account as it is; the reason is kept. */
export function DismissAdvanceReturnModal({ found, onClose }: { found: AdvanceReturn; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [requestKey] = useState(newRequestKey);
  const deed = useDeed(dismissAdvanceReturn, { refresh: [listAdvanceReturns] });

  return (
    <Modal opened onClose={onClose} title="Не возврат аванса" busy={deed.isPending}>
      <FormShell
        submitLabel="Подтвердить"
        loading={deed.isPending}
        error={deed.error ? { message: deed.error.message, fields: deed.error.fields } : null}
        disabledReason={reason.trim() ? null : 'Укажите, за что был платёж'}
        onSubmit={() =>
          deed.mutate({ params: { id: found.id }, body: { reason }, requestKey }, { onSuccess: onClose })
        }
      >
        <p>
          <Money value={found.sum} size="title" /> останутся на счёте клиента №&nbsp;{found.company.id}{' '}
          {found.company.title}. Изменить решение потом нельзя.
        </p>
        <TextArea
          label="За что был платёж, останется в журнале"
          value={reason}
          onChange={setReason}
          rows={2}
          autoFocus
        />
      </FormShell>
    </Modal>
  );
}
