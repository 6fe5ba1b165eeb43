import { listUnclearMovements, settleMovement } from '#contract/corrections.ts';
import { Money } from '../../ui/Money.tsx';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import type { UnclearMovement } from './UnclearMovementList.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';

type Props = { movement: UnclearMovement; executed: boolean; onClose: () => void };

/** Shows what will happen to the money, asks how the outcome is known, and records it once. */
export function SettleMovementModal({ movement, executed, onClose }: Props) {
  const action = useStaffAction(settleMovement, {
    name: 'Решение о движении',
    refresh: [listUnclearMovements],
  });
  const params = { id: movement.id };
  return (
    <ReasonModal
      title={executed ? 'Сеть исполнила' : 'Сеть не исполнила'}
      submitLabel={executed ? 'Подтвердить исполнение' : 'Вернуть деньги'}
      help="Например: карта видна в кабинете сети с этой суммой; письмо сети и его номер"
      deed={action}
      onSubmit={(reason) => action.mutate({ params, body: { executed, reason } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        <Money value={movement.sum} size="title" /> {whatHappens(movement, executed)}
      </p>
      <p>{warning(movement, executed)}</p>
    </ReasonModal>
  );
}

function whatHappens({ to_card: toCard, card, company }: UnclearMovement, executed: boolean): string {
  const onCard = `на карте ${card.card_number} (${company.title})`;
  if (toCard)
    return executed ? `будут ${onCard}.` : `вернутся в нераспределённые средства: ${company.title}.`;
  return executed ? `будут в нераспределённых средствах: ${company.title}.` : `снова будут ${onCard}.`;
}

/** Describes what goes wrong if the answer is wrong. */
function warning({ to_card: toCard, partner }: UnclearMovement, executed: boolean): string {
  if (toCard === executed)
    return `Если денег на карте в сети «${partner.title}» нет, компания заплатит за то, чем не сможет заправиться.`;
  return `Если деньги в сети «${partner.title}» всё же на карте, ими заправятся второй раз, и это станет долгом.`;
}
