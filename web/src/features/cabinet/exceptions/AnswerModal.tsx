import {
  EXCEPTION_LASTS_MINUTES,
  type Exception,
  approveException,
  declineException,
  listExceptions,
} from '#contract/fleet/exceptions.ts';
import { toRubles } from '#contract/kopecks.ts';
import { readCardRules } from '#contract/fleet/rules.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { MomentField } from '../../../forms/days/MomentField.tsx';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { typeMoney } from '../../../forms/type-money.ts';
import { momentProblem, moscowMoment } from '../../../forms/days/type-moment.ts';
import { formatLitres, formatSum, moscowMinute } from '../../../lib/format.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { readOverview } from '#contract/insights/overview.ts';
import { Button } from '../../../ui/Button.tsx';
import { RequestFacts } from './RequestFacts.tsx';
import { TextArea } from '../../../ui/fields/TextField.tsx';

export type Answer = 'approve' | 'decline';
type Props = {
  exception: Exception;
  onClose: () => void;
  /** Changes to the refusal, where no button for it stands beside the one that has led here. */
  onDecline?: () => void;
};

const REFRESH = [listExceptions, readCardRules, readOverview];
const MINUTE_MS = 60_000;

/** Lets the purchase pass for a while, or explains why not. */
export function AnswerModal({ answer, ...props }: Props & { answer: Answer }) {
  return answer === 'approve' ? <Approve {...props} /> : <Decline {...props} />;
}

function Approve({ exception, onClose, onDecline }: Props) {
  const { id, asks, reason } = exception;
  const form = useForm({
    values: {
      until: moscowMinute(new Date(serverNow().getTime() + EXCEPTION_LASTS_MINUTES * MINUTE_MS)),
      sum: '',
    },
  });
  const { until, sum } = form.values;
  const action = useEndpointAction(approveException, {
    refresh: REFRESH,
    left: { failed: `Не разрешено: ${reason}` },
  });
  const { kopecks: typed } = typeMoney(sum);
  const body = {
    until: moscowMoment(until),
    ...(typed !== null && { sum: toRubles(typed) }),
  };
  return (
    <FormModal
      form={form}
      submitLabel={
        typed === null
          ? `Разрешить ${formatLitres(exception.litres)}`
          : `Разрешить на ${formatSum(toRubles(typed))}`
      }
      action={action}
      disabledReason={momentProblem(until)}
      onChange={action.reset}
      onSubmit={() => action.mutate({ params: { id }, body }, { onSuccess: onClose })}
      title="Разрешить заправку"
      onClose={onClose}
    >
      <RequestFacts exception={exception} />
      <p>
        {reason}. <span className="ink-2">{asks}</span>
      </p>
      <MomentField
        label="До какого времени, МСК"
        help="Не больше трёх суток. Потом правила снова действуют сами."
        {...form.field('until')}
      />
      <MoneyField
        label="На какую сумму"
        optional
        help="Если не указать, разрешим сумму из просьбы."
        {...form.field('sum')}
      />
      {onDecline && (
        <p>
          <Button size="small" variant="quiet" onClick={onDecline}>
            Отказать
          </Button>
        </p>
      )}
    </FormModal>
  );
}

function Decline({ exception, onClose }: Props) {
  const { id, reason: requested } = exception;
  const form = useForm({ values: { reason: '' } });
  const { reason } = form.values;
  const action = useEndpointAction(declineException, {
    refresh: REFRESH,
    left: { failed: `Отказ не записан: ${requested}` },
  });
  return (
    <FormModal
      form={form}
      submitLabel="Отказать"
      action={action}
      disabledReason={reason.trim() === '' ? 'Напишите причину: её прочтёт водитель' : null}
      onChange={action.reset}
      onSubmit={() => action.mutate({ params: { id }, body: { reason } }, { onSuccess: onClose })}
      title="Отказать"
      onClose={onClose}
    >
      <RequestFacts exception={exception} />
      <p>{requested}</p>
      <TextArea label="Причина отказа" {...form.field('reason')} maxLength={300} autoFocus />
    </FormModal>
  );
}
