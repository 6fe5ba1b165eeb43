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
import { useStaffAction } from '../../staff/use-staff-action.ts';
import { useRead } from '../../state/use-call.ts';
import { Modal } from '../../ui/Modal.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { DecisionPreview } from './DecisionPreview.tsx';
import type { StaffRequest } from './request-labels.ts';

const DECISION_TEXTS: Record<RequestDecision, { title: string; submit: string; name: string }> = {
  approve: { title: 'Одобрить заявку', submit: 'Одобрить', name: 'Одобрение заявки' },
  reject: { title: 'Отклонить заявку', submit: 'Отклонить', name: 'Отклонение заявки' },
  withdraw: { title: 'Отозвать заявку', submit: 'Отозвать', name: 'Отзыв заявки' },
};

const REFRESH = [listRequests, readRequest];

type Props = { request: StaffRequest; decision: RequestDecision; onClose: () => void };

/** One decision on a request, beside what the client will read of it. */
export function DecideRequestModal({ request, decision, onClose }: Props) {
  const [reason, setReason] = useState('');
  const texts = DECISION_TEXTS[decision];
  const approve = useStaffAction(approveRequest, { name: DECISION_TEXTS.approve.name, refresh: REFRESH });
  const reject = useStaffAction(rejectRequest, { name: DECISION_TEXTS.reject.name, refresh: REFRESH });
  const withdraw = useStaffAction(withdrawRequest, { name: DECISION_TEXTS.withdraw.name, refresh: REFRESH });
  const action = { approve, reject, withdraw }[decision];
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
    <Modal opened onClose={onClose} title={`${texts.title} № ${request.id}`} busy={action.isPending}>
      <FormShell
        submitLabel={texts.submit}
        loading={action.isPending}
        error={action.error}
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
