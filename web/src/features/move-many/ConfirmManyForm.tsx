import type { ReactNode } from 'react';
import { listCards, readCard } from '#contract/cards.ts';
import { TRANSACTION_MODE } from '#contract/ids.ts';
import { SMS_CODE_LENGTH } from '#contract/limits.ts';
import { moveManyCards } from '#contract/many-movements.ts';
import { readClient } from '#contract/money.ts';
import { listOperations } from '#contract/operations.ts';
import { keepTaken, type AskedList, type ManyDirection } from '../../state/many-movements.ts';
import { useSmsCode } from '../../state/use-sms-code.ts';
import { useSession } from '../../server/session.ts';
import { useMoneyDeed } from '../../deeds/use-money-deed.ts';
import { cardWords, type Card } from '../../cards/describe-card.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { SmsStep } from '../../forms/SmsStep.tsx';
import { formatMoney } from '../../lib/format.ts';
import { Money } from '../../ui/Money.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { WORDS } from './many-words.ts';
import styles from './MoveMany.module.css';

type Props = {
  direction: ManyDirection;
  list: AskedList;
  cards: readonly Card[];
  /** Back to the list. */
  secondary: ReactNode;
};

/** So many are named; the rest is a number. */
const NAMED = 5;
const CHANGED = [listCards, readCard, readClient, listOperations];

/** Step 2: the code that confirms exactly this list. */
export function ConfirmManyForm({ direction, list, cards, secondary }: Props) {
  const words = WORDS[direction];
  const phone = useSession().profile?.masked_phone;
  const deedWords = words.deed(list.lines.length);
  const deed = useMoneyDeed(moveManyCards, null, {
    refresh: CHANGED,
    answersFirst: true,
    onAnswer: ({ data }) => keepTaken(list, data),
    left: {
      done: { tone: 'wait', title: 'Деньги в пути', message: `${deedWords}: ${formatMoney(list.total)}` },
      failed: deedWords,
    },
  });
  const toCard = direction === 'to-card';
  const sms = useSmsCode(
    { purpose: toCard ? 'transfers' : 'payouts', subject: list.subject, sum: list.total },
    deed,
  );

  function confirm(said: string) {
    deed.mutate({
      body: {
        mode: toCard ? TRANSACTION_MODE.toCard : TRANSACTION_MODE.fromCard,
        lines: list.lines,
        sms: said,
      },
      requestKey: list.requestKey,
    });
  }

  if (deed.isAlreadyDone) {
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
      <FormShell
        submitLabel={words.submit}
        loading={deed.isPending}
        error={deed.error}
        ownFields={['sms']}
        disabledReason={sms.code.length < SMS_CODE_LENGTH ? 'Введите код из СМС' : null}
        onSubmit={() => confirm(sms.code)}
        secondary={secondary}
      >
        <SmsStep
          confirms={
            <Stack gap="half">
              <span>{deedWords}</span>
              <NamedCards list={list} cards={cards} />
            </Stack>
          }
          sumRubles={list.total}
          phone={phone}
          onComplete={confirm}
          {...sms}
          loading={deed.isPending}
          error={deed.error?.fields.sms?.[0] ?? null}
        />
      </FormShell>
    </Panel>
  );
}

/** The first few with their sums: whoever confirms sees that it is the right list. */
function NamedCards({ list, cards }: Pick<Props, 'list' | 'cards'>) {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const rest = list.lines.length - NAMED;
  return (
    <ul className={styles.named}>
      {list.lines.slice(0, NAMED).map(({ card_id: id, sum }) => {
        const card = byId.get(id);
        return (
          card && (
            <li key={id}>
              {cardWords(card)}: <Money value={sum} />
            </li>
          )
        );
      })}
      {rest > 0 && <li>и ещё {rest}</li>}
    </ul>
  );
}
