import { useState } from 'react';
import { closeOrphan, listUnsettled } from '#contract/unsettled.ts';
import { newRequestKey } from '../../api/client.ts';
import { useDeed } from '../../api/use-call.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { placeOf, type Unsettled } from './unsettled-kinds.ts';

type Props = { one: Unsettled; onClose: () => void };

/** Says that a record needs nothing more, and why. */
export function CloseOrphanModal({ one, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [requestKey] = useState(newRequestKey);
  const deed = useDeed(closeOrphan, { refresh: [listUnsettled] });
  const kind = one.kind === 'record' ? 'record' : 'sale';

  return (
    <Modal opened onClose={onClose} title="Закрыть запись" busy={deed.isPending}>
      <FormShell
        submitLabel="Закрыть: не требуется"
        loading={deed.isPending}
        error={deed.error ? { message: deed.error.message } : null}
        disabledReason={reason.trim() ? null : 'Укажите основание'}
        onSubmit={() =>
          deed.mutate({ params: { kind, id: one.id }, body: { reason }, requestKey }, { onSuccess: onClose })
        }
      >
        <p>
          {one.asked} ({placeOf(one)}). Деньги не двинутся: запись останется в базе с вашим именем и
          основанием.
        </p>
        <p>
          {kind === 'record'
            ? 'Если сеть потом исправит эту запись, она всё же будет проведена.'
            : 'Продажа не будет проведена никогда, даже если её карта появится. Закрывайте, только если сеть её отменила или карта чужая.'}
        </p>
        <TextArea
          label="Основание, останется в журнале"
          help="Например: карта чужого договора; письмо сети и его номер"
          value={reason}
          onChange={setReason}
          autoFocus
        />
      </FormShell>
    </Modal>
  );
}
