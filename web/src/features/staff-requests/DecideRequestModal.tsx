import { useState } from 'react';
import {
  approveRequest,
  listRequests,
  previewDecision,
  readRequest,
  rejectRequest,
  withdrawRequest,
  type RequestDecision,
} from '#contract/staff-requests.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { useStaffDeed } from '../../staff/use-staff-deed.ts';
import { useRead } from '../../state/use-call.ts';
import { Modal } from '../../ui/Modal.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { DecisionPreview } from './DecisionPreview.tsx';
import type { StaffRequest } from './request-words.ts';

const WORDS: Record<RequestDecision, { title: string; submit: string; name: string }> = {
  approve: { title: 'Одобрить заявку', submit: 'Одобрить', name: 'Одобрение заявки' },
  reject: { title: 'Отклонить заявку', submit: 'Отклонить', name: 'Отклонение заявки' },
  withdraw: { title: 'Отозвать заявку', submit: 'Отозвать', name: 'Отзыв заявки' },
};

const REFRESH = [listRequests, readRequest];

type Props = { request: StaffRequest; decision: RequestDecision; onClose: () => void };

/** One decision on a request, beside what the client will read of it. */
export function DecideRequestModal({ request, decision, onClose }: Props) {
  const [reason, setReason] = useState('');
  const words = WORDS[decision];
  const approve = useStaffDeed(approveRequest, { name: WORDS.approve.name, refresh: REFRESH });
  const reject = useStaffDeed(rejectRequest, { name: WORDS.reject.name, refresh: REFRESH });
  const withdraw = useStaffDeed(withdrawRequest, { name: WORDS.withdraw.name, refresh: REFRESH });
  const deed = { approve, reject, withdraw }[decision];
  const preview = useRead(previewDecision, { params: { id: request.id }, query: { decision } }).data?.data;
  const needsReason = decision !== 'approve';

  function decide() {
    const params = { id: request.id };
    if (decision === 'approve')
      approve.mutate({ params, body: { revision: request.revision } }, { onSuccess: onClose });
    else
      (decision === 'reject' ? reject : withdraw).mutate(
        { params, body: { reason } },
        { onSuccess: onClose },
      );
  }

  return (
    <Modal opened onClose={onClose} title={`${words.title} № ${request.id}`} busy={deed.isPending}>
      <FormShell
        submitLabel={words.submit}
        loading={deed.isPending}
        error={deed.error}
        disabledReason={preview?.problem ?? (needsReason && !reason.trim() ? 'Укажите причину' : null)}
        onSubmit={decide}
      >
        {needsReason ? (
          <TextArea
            label="Причина, её увидит компания"
            value={reason}
            onChange={setReason}
            maxLength={500}
            autoFocus
          />
        ) : (
          preview && !preview.problem && <p>Сети сразу получат заказ карт: {request.partner_title}.</p>
        )}
        <DecisionPreview requestId={request.id} decision={decision} reason={reason} />
      </FormShell>
    </Modal>
  );
}
