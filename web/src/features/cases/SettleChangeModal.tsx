import { listRequests } from '#contract/staff-requests.ts';
import { listUnsettled, settleChange, type SettleableKind } from '#contract/unsettled.ts';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { describeConsequences, withPlace, type UnsettledCase } from './case-kinds.ts';
import { useStaffAction } from '../../staff/use-staff-action.ts';

type Props = { one: UnsettledCase; executed: boolean; onClose: () => void };

/** Describes what will happen, asks how the outcome is known, and records it once. */
export function SettleChangeModal({ one, executed, onClose }: Props) {
  const action = useStaffAction(settleChange, {
    name: 'Решение о запросе к сети',
    refresh: [listUnsettled, listRequests],
  });
  const params = { kind: one.kind as SettleableKind, id: one.id };
  const [happens, warning] = describeConsequences(one, executed);
  return (
    <ReasonModal
      title={executed ? 'Сеть исполнила' : 'Сеть не исполнила'}
      submitLabel={executed ? 'Подтвердить исполнение' : 'Подтвердить неисполнение'}
      help="Например: что видно в кабинете сети; письмо сети и его номер"
      deed={action}
      onSubmit={(reason) => action.mutate({ params, body: { executed, reason } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {withPlace(one)}. {happens}
      </p>
      <p>{warning}</p>
    </ReasonModal>
  );
}
