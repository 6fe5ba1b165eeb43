import type { ReactNode } from 'react';
import { listCards, readCard } from '#contract/cards/cards.ts';
import { TRANSACTION_MODE } from '#contract/ids.ts';
import { moveManyCards } from '#contract/money/many-movements.ts';
import { readClient } from '#contract/money/money.ts';
import { listOperations } from '#contract/fuel/operations.ts';
import { storeTaken, type ListRequest, type MovementDirection } from '../../../state/many-movements.ts';
import { useSmsCode } from '../../../state/use-sms-code.ts';
import { useMoneyAction } from '../../../actions/use-money-action.ts';
import { formatCard, type Card } from '../../../cards/describe-card.ts';
import { SmsForm } from '../../../forms/SmsForm.tsx';
import { formatMoney, formatSum } from '../../../lib/format.ts';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { MOVE_TEXTS } from './move-texts.ts';
import styles from './MoveMany.module.css';

type Props = {
  direction: MovementDirection;
  list: ListRequest;
  cards: readonly Card[];
  /** Back to the list. */
  secondary: ReactNode;
};

/** Number of cards that are named. The rest is shown as a number. */
const MAX_NAMED = 5;
const CHANGED = [listCards, readCard, readClient, listOperations];

/** Step 2: the code that confirms exactly this list. */
export function ConfirmManyForm({ direction, list, cards, secondary }: Props) {
  const texts = MOVE_TEXTS[direction];
  const actionText = texts.action(list.lines.length);
  const action = useMoneyAction(moveManyCards, null, {
    refresh: CHANGED,
    answersFirst: true,
    onAnswer: ({ data }) => storeTaken(list, data),
    left: {
      done: { tone: 'wait', title: 'Деньги в пути', message: `${actionText}: ${formatMoney(list.total)}` },
      failed: actionText,
    },
  });
  const toCard = direction === 'to-card';
  const sms = useSmsCode(
    { purpose: toCard ? 'transfers' : 'payouts', subject: list.subject, sum: list.total },
    action,
  );

  function confirm(input: string) {
    action.mutate({
      body: {
        mode: toCard ? TRANSACTION_MODE.toCard : TRANSACTION_MODE.fromCard,
        lines: list.lines,
        sms: input,
      },
      requestKey: list.requestKey,
    });
  }

  if (action.isAlreadyDone) {
    return (
      <Panel>
        <Notice tone="info" title="Этот список уже принят">
          Ответ на первый запрос до вас не дошёл. Второй раз деньги не спишутся: смотрите операции карт.
        </Notice>
      </Panel>
    );
  }
  return (
    <Panel>
      <SmsForm
        sms={sms}
        action={action}
        submitLabel={texts.submit(formatSum(list.total))}
        confirms={
          <Stack gap="half">
            <span>{actionText}</span>
            <NamedCards list={list} cards={cards} />
          </Stack>
        }
        sumRubles={list.total}
        onSubmit={confirm}
        secondary={secondary}
      />
    </Panel>
  );
}

/** Shows the first few cards with their sums, so that the user who confirms sees that it is the right list. */
function NamedCards({ list, cards }: Pick<Props, 'list' | 'cards'>) {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const rest = list.lines.length - MAX_NAMED;
  return (
    <ul className={styles.named}>
      {list.lines.slice(0, MAX_NAMED).map(({ card_id: id, sum }) => {
        const card = byId.get(id);
        return (
          card && (
            <li key={id}>
              {formatCard(card)}: <Money value={sum} />
            </li>
          )
        );
      })}
      {rest > 0 && <li>и ещё {rest}</li>}
    </ul>
  );
}
