import {
  approveRequest,
  listRequests,
  previewDecision,
  readRequest,
  rejectRequest,
  withdrawRequest,
  type RequestDecision,
} from '#contract/orders/staff-requests.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { DecisionPreview } from './DecisionPreview.tsx';
import { formatCardsAsked, type StaffRequest } from './request-labels.ts';

const DECISION_TEXTS: Record<RequestDecision, { title: string; submit: string; name: string }> = {
  approve: { title: 'Одобрить заявку', submit: 'Одобрить', name: 'Одобрение заявки' },
  reject: { title: 'Отклонить заявку', submit: 'Отклонить', name: 'Отклонение заявки' },
  withdraw: { title: 'Отозвать заявку', submit: 'Отозвать', name: 'Отзыв заявки' },
};

/** An approved order whose cards a network has refused. */
const ASK_AGAIN_TEXTS = { title: 'Запросить карты снова по заявке', submit: 'Запросить снова' };

const REFRESH = [listRequests, readRequest];

type Props = { request: StaffRequest; decision: RequestDecision; onClose: () => void };

/** One decision on a request, beside what the client will read of it. */
export function DecideRequestModal({ request, decision, onClose }: Props) {
  const form = useForm({ values: { reason: '' } });
  const { reason } = form.values;
  const isAskedAgain = decision === 'approve' && request.issue_problem !== null;
  const texts = isAskedAgain ? ASK_AGAIN_TEXTS : DECISION_TEXTS[decision];
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
    <FormModal
      form={form}
      submitLabel={decision === 'approve' ? `${texts.submit} ${formatCardsAsked(request)}` : texts.submit}
      action={action}
      disabledReason={preview?.problem ?? (needsReason && !reason.trim() ? 'Укажите причину' : null)}
      onSubmit={decide}
      title={`${texts.title} № ${request.id}`}
      onClose={onClose}
    >
      {needsReason ? (
        <TextArea label="Причина, её увидит компания" {...form.field('reason')} maxLength={500} autoFocus />
      ) : (
        preview && !preview.problem && <p>Сети сразу получат заказ карт: {request.partner_title}.</p>
      )}
      <DecisionPreview requestId={request.id} decision={decision} reason={reason} />
    </FormModal>
  );
}
