import type { z } from 'zod';
import { listUnclearMovements, settleMovement, type unclearMovement } from '#contract/money/corrections.ts';
import { formatMoney } from '../../../lib/format.ts';
import { defineReasonDialog } from '../../../staff/define-reason-dialog.tsx';
import { Money } from '../../../ui/text/Money.tsx';

export type UnclearMovement = z.infer<typeof unclearMovement>;

export const ExecutedDialog = settleDialog(true);
export const NotExecutedDialog = settleDialog(false);

/** Shows what will happen to the money, asks how the outcome is known, and records it once. */
function settleDialog(executed: boolean) {
  return defineReasonDialog({
    title: executed ? 'Сеть исполнила' : 'Сеть не исполнила',
    submitLabel: ({ sum }: UnclearMovement) =>
      executed ? 'Подтвердить исполнение' : `Вернуть ${formatMoney(sum)}`,
    help: 'Например: карта видна в кабинете сети с этой суммой; письмо сети и его номер',
    name: 'Решение о движении',
    call: settleMovement,
    input: ({ id }: UnclearMovement, reason) => ({ params: { id }, body: { executed, reason } }),
    refresh: [listUnclearMovements],
    text: (movement) => (
      <>
        <p>
          <Money value={movement.sum} size="title" /> {describeEffect(movement, executed)}
        </p>
        <p>{warning(movement, executed)}</p>
      </>
    ),
  });
}

function describeEffect({ to_card: toCard, card, company }: UnclearMovement, executed: boolean): string {
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
