import type { z } from 'zod';
import { shortNumber } from '#contract/card-number.ts';
import { listClientCards, listClientDeeds, type cardOfClient } from '#contract/client-parts.ts';
import { blockCard, unblockCard } from '#contract/clients.ts';
import { ReasonModal } from '../../staff/ReasonModal.tsx';
import { useStaffAction } from '../../staff/use-staff-action.ts';

export type ClientCard = z.infer<typeof cardOfClient>;

/** Blocks one card, or unblocks it. */
export function BlockCardModal({ card, onClose }: { card: ClientCard; onClose: () => void }) {
  const blocks = card.hold?.kind !== 'staff';
  const action = useStaffAction(blocks ? blockCard : unblockCard, {
    name: blocks ? 'Блокировка карты' : 'Разблокировка карты',
    refresh: [listClientCards, listClientDeeds],
  });
  const number = shortNumber(card.card_number);
  return (
    <ReasonModal
      title={blocks ? `Заблокировать карту ${number}` : `Разблокировать карту ${number}`}
      submitLabel={blocks ? 'Заблокировать' : 'Разблокировать'}
      label={blocks ? 'Причина, её увидят сотрудники клиента' : 'Основание, останется в журнале'}
      missing={blocks ? 'Укажите причину' : 'Укажите основание'}
      deed={action}
      onSubmit={(reason) =>
        action.mutate({ params: { id: card.id }, body: { reason } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>
        {blocks
          ? 'Сеть заблокирует карту, и клиент не сможет разблокировать её сам.'
          : 'Если карту остановила эта блокировка, сеть вернёт её в работу.'}
      </p>
    </ReasonModal>
  );
}
