import { listRequests } from '#contract/staff-requests.ts';
import { listUnsettled, settleChange, type SettleableKind } from '#contract/unsettled.ts';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { consequencesOf, withPlace, type Matter } from './matter-kinds.ts';
import { useStaffDeed } from '../../staff/use-staff-deed.ts';

type Props = { one: Matter; executed: boolean; onClose: () => void };

/** Tells what will happen, asks how the outcome is known, and records it once. */
export function SettleChangeModal({ one, executed, onClose }: Props) {
  const deed = useStaffDeed(settleChange, {
    name: 'Решение о запросе к сети',
    refresh: [listUnsettled, listRequests],
  });
  const params = { kind: one.kind as SettleableKind, id: one.id };
  const [happens, warning] = consequencesOf(one, executed);
  return (
    <ReasonModal
      title={executed ? 'Сеть исполнила' : 'Сеть не исполнила'}
      submitLabel={executed ? 'Подтвердить исполнение' : 'Подтвердить неисполнение'}
      help="Например: что видно в кабинете сети; письмо сети и его номер"
      deed={deed}
      onSubmit={(reason) => deed.mutate({ params, body: { executed, reason } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {withPlace(one)}. {happens}
      </p>
      <p>{warning}</p>
    </ReasonModal>
  );
}
