import { can } from '#contract/access.ts';
import { listCards, readCard } from '#contract/cards/cards.ts';
import { listPartners } from '#contract/orders/orders.ts';
import { readReplacement, replaceCard } from '#contract/orders/virtual-cards.ts';
import { lastFour } from '#contract/values/card-number.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { isNotSetUp } from '../../../cards/card-state.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';

/** Replaces a lost card by one click, where its network issues virtual cards. */
export function ReplaceCardButton({ card }: { card: Card }) {
  const mayOrder = can(useRole(), 'orderCards');
  const partners = useRead(listPartners).data?.data ?? [];
  const replacement = useRead(readReplacement, { params: { id: card.id } });
  const { open, dialog } = useDialogs();
  const isAble = partners.some(({ id, virtual }) => id === card.partner.id && virtual);
  if (!mayOrder || !isAble || isNotSetUp(card) || card.network_cannot?.block) return null;
  if (!replacement.data || replacement.data.data?.old_card.id === card.id) return null;
  return (
    <>
      <Button onClick={() => open(ReplaceCardDialog, card)}>Карта потеряна</Button>
      {dialog}
    </>
  );
}

const ReplaceCardDialog = defineConfirmDialog({
  title: (card: Card) => `Заменить карту •• ${lastFour(card.card_number)} на виртуальную?`,
  confirmLabel: 'Заблокировать и заменить',
  text: () => (
    <>
      <p>
        Карта будет сразу заблокирована. Виртуальная карта той же сети получит её правила, машину и водителей,
        а когда сеть подтвердит блокировку, и деньги.
      </p>
      <p className="ink-2">Для спора с сетью останется справка о блокировке с точностью до секунды.</p>
    </>
  ),
  call: replaceCard,
  input: ({ id }: Card) => ({ params: { id }, body: {} }),
  refresh: [readReplacement, readCard, listCards],
  failed: 'Карта не заменена',
});
