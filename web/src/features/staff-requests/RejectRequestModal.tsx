import { useState } from 'react';
import { listRequests, rejectRequest } from '#contract/staff.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import type { StaffRequest } from './RequestList.tsx';
import { useStaffDeed } from '../../staff/use-staff-deed.ts';

/** Rejects a request; the company gets the reason. */
export function RejectRequestModal({ request, onClose }: { request: StaffRequest; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const deed = useStaffDeed(rejectRequest, { name: 'Отклонение заявки', refresh: [listRequests] });
  return (
    <Modal opened onClose={onClose} title={`Отклонить заявку № ${request.id}`} busy={deed.isPending}>
      <FormShell
        submitLabel="Отклонить"
        loading={deed.isPending}
        error={deed.error}
        disabledReason={reason.trim() ? null : 'Укажите причину'}
        onSubmit={() => deed.mutate({ params: { id: request.id }, body: { reason } }, { onSuccess: onClose })}
      >
        <TextArea label="Причина, её увидит компания" value={reason} onChange={setReason} autoFocus />
        <p>
          Компания без других заявок, карт и движений денег выйдет из программы вместе с сотрудниками. Причину
          увидит тот, кто сделал заявку. Компанию подключит тот, кто закажет карты с её ИНН следующим.
        </p>
      </FormShell>
    </Modal>
  );
}
