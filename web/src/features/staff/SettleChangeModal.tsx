import { useState } from 'react';
import { listRequests } from '#contract/staff.ts';
import { listUnsettled, settleChange, type SettleableKind } from '#contract/unsettled.ts';
import { newRequestKey } from '../../api/client.ts';
import { useDeed } from '../../api/use-call.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { consequencesOf, placeOf, type Unsettled } from './unsettled-kinds.ts';

type Props = { one: Unsettled; executed: boolean; onClose: () => void };

/** Says what will become of it, asks how that is known, and does it once. */
export function SettleChangeModal({ one, executed, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [requestKey] = useState(newRequestKey);
  const deed = useDeed(settleChange, { refresh: [listUnsettled, listRequests] });
  const [happens, warning] = consequencesOf(one, executed);

  return (
    <Modal
      opened
      onClose={onClose}
      title={executed ? 'Сеть исполнила' : 'Сеть не исполнила'}
      busy={deed.isPending}
    >
      <FormShell
        submitLabel={executed ? 'Подтвердить исполнение' : 'Подтвердить неисполнение'}
        loading={deed.isPending}
        error={deed.error ? { message: deed.error.message } : null}
        disabledReason={reason.trim() ? null : 'Укажите основание'}
        onSubmit={() =>
          deed.mutate(
            {
              params: { kind: one.kind as SettleableKind, id: one.id },
              body: { executed, reason },
              requestKey,
            },
            { onSuccess: onClose },
          )
        }
      >
        <p>
          {one.asked} ({placeOf(one)}). {happens}
        </p>
        <p>{warning}</p>
        <TextArea
          label="Основание, останется в журнале"
          help="Например: что видно в кабинете сети; письмо сети и его номер"
          value={reason}
          onChange={setReason}
          autoFocus
        />
      </FormShell>
    </Modal>
  );
}
