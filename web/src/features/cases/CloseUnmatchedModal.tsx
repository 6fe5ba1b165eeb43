import { closeOrphan, listUnsettled } from '#contract/unsettled.ts';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { withPlace, type UnsettledCase } from './case-kinds.ts';
import { useStaffAction } from '../../staff/use-staff-action.ts';

type Props = { one: UnsettledCase; onClose: () => void };

/** Records that an entry needs nothing more, and why. */
export function CloseUnmatchedModal({ one, onClose }: Props) {
  const action = useStaffAction(closeOrphan, { name: 'Закрытие записи', refresh: [listUnsettled] });
  const kind = one.kind === 'record' ? 'record' : 'sale';
  return (
    <ReasonModal
      title="Закрыть запись"
      submitLabel="Закрыть: не требуется"
      help="Например: карта чужого договора; письмо сети и его номер"
      deed={action}
      onSubmit={(reason) =>
        action.mutate({ params: { kind, id: one.id }, body: { reason } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>{withPlace(one)}. Деньги не двинутся: запись останется в базе с вашим именем и основанием.</p>
      <p>
        {kind === 'record'
          ? 'Если сеть потом исправит эту запись, она всё же будет проведена.'
          : 'Продажа не будет проведена никогда, даже если её карта появится. Закрывайте, только если сеть её отменила или карта чужая.'}
      </p>
    </ReasonModal>
  );
}
