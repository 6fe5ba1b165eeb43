import { IconCheck } from '@tabler/icons-react';
import type { z } from 'zod';
import { can } from '#contract/access.ts';
import type { overview } from '#contract/insights/overview.ts';
import { isNotSetUp } from '../../../cards/card-state.ts';
import { CARD_FORMS, type Card } from '../../../cards/describe-card.ts';
import { counted } from '#contract/values/counted.ts';
import { useRole } from '../../../server/session.ts';
import { formatMoney } from '../../../lib/format.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx';
import styles from './FirstSteps.module.css';

type Props = {
  /** Whether the company has a request that was not rejected. */
  cardsOrdered: boolean;
  cards: readonly Card[];
  /** Null when it could not be read: the steps then show what to do, not how far it is. */
  overview: z.infer<typeof overview> | null;
};

type Step = { title: string; state: string; isDone: boolean; action?: { label: string; to: string } };

/** Shows the steps to the first litre, each with its state, until a card has been used at a station. */
export function FirstSteps({ cardsOrdered, cards, overview }: Props) {
  const role = useRole();
  const steps = [
    orderStep({ isDone: cardsOrdered, isIssued: cards.length > 0 }, can(role, 'orderCards')),
    ...(overview?.attention.some(({ kind }) => kind === 'authority') ? [AUTHORITY_STEP] : []),
    moneyStep(overview, can(role, 'moveMoney')),
    cardStep({ cardsOrdered, cards, mayChange: can(role, 'changeCard') }),
    ...driverSteps(cards, can(role, 'changeCard')),
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <Panel title="С чего начать" aria-label="С чего начать" variant="flush">
      <ol className={styles.steps}>
        {steps.map(({ title, state, isDone, action }, index) => (
          <li
            key={title}
            className={joinClasses(styles.step, isDone && styles.done)}
            aria-current={index === next ? 'step' : undefined}
          >
            <span className={styles.sign} aria-hidden="true">
              {isDone ? <IconCheck stroke={2.5} /> : index + 1}
            </span>
            <div className={styles.words}>
              <h3>
                {title}
                {isDone && <VisuallyHidden>, сделано</VisuallyHidden>}
              </h3>
              <p className="ink-2 type-small">{state}</p>
            </div>
            {action && !isDone && (
              <ButtonLink to={action.to} variant={index === next ? 'primary' : 'secondary'} size="small">
                {action.label}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** An admin whom no one has confirmed yet can't move money. */
const AUTHORITY_STEP: Step = {
  title: 'Подтвердите полномочия',
  state: 'Без этого деньги не перевести.',
  isDone: false,
  action: { label: 'Подтвердить', to: paths.permissions },
};

function orderStep({ isDone, isIssued }: { isDone: boolean; isIssued: boolean }, mayOrder: boolean): Step {
  const step = { title: 'Закажите карты', isDone };
  if (isIssued) return { ...step, state: 'Карты выпущены.' };
  if (isDone)
    return { ...step, state: 'Заявка в работе: карты появятся здесь, как только сеть их выпустит.' };
  if (!mayOrder) return { ...step, state: 'Карты заказывает менеджер или администратор компании.' };
  return {
    ...step,
    state: 'Карты разных сетей заказываются одной заявкой.',
    action: { label: 'Заказать карты', to: paths.create },
  };
}

function moneyStep(overview: Props['overview'], mayPay: boolean): Step {
  const step = { title: 'Пополните счёт', isDone: false };
  const own = overview?.money.own ?? 0;
  const debt = overview?.attention.find(({ kind, late }) => kind === 'debt' && late);
  if (own > 0 && !debt) return { ...step, isDone: true, state: `На счёте ${formatMoney(own)}.` };
  const invoices = overview?.attention.find(({ kind }) => kind === 'invoices');
  if (invoices) {
    return {
      ...step,
      state: `Счёт выставлен, ждём оплату: ${formatMoney(invoices.sum ?? 0)}.`,
      action: { label: 'Открыть счета', to: paths.invoices },
    };
  }
  if (!mayPay) return { ...step, state: 'Счёт пополняет менеджер или администратор компании.' };
  return {
    ...step,
    state: debt
      ? `Просрочен долг по кредиту ${formatMoney(debt.sum ?? 0)}. Выставите счёт и оплатите его из банка.`
      : 'Выставите счёт на любую сумму и оплатите его из банка. Деньги придут сюда.',
    action: { label: 'Выставить счёт', to: paths.payment(1) },
  };
}

/** It is over when a card has been used, and then the steps are gone; a virtual card goes to its driver next. */
function cardStep({
  cardsOrdered,
  cards,
  mayChange,
}: {
  cardsOrdered: boolean;
  cards: readonly Card[];
  mayChange: boolean;
}): Step {
  const step = { title: 'Настройте карты и переведите на них деньги', isDone: false };
  const unset = cards.filter(isNotSetUp);
  if (cards.length === 0)
    return {
      ...step,
      state: cardsOrdered
        ? 'Когда сеть выпустит карты, кабинет подскажет, что настроить.'
        : 'Этот шаг откроется, когда появятся карты.',
    };
  if (!mayChange) return { ...step, state: 'Карты настраивает менеджер или администратор компании.' };
  const [first] = unset;
  if (first)
    return {
      ...step,
      state: `Не настроено: ${counted(unset.length, CARD_FORMS)}. Выберите топливо и лимит.`,
      action: { label: 'Настроить карту', to: paths.services(first.id) },
    };
  if (cards.some(({ card_sum: sum }) => sum > 0))
    return {
      ...step,
      isDone: areAllVirtual(cards),
      state: 'Деньги на карте есть: можно заправляться.',
    };
  return {
    ...step,
    state: 'Карты настроены. Переведите на них деньги, и можно заправляться.',
    action: { label: 'Перевести на карту', to: paths.cardPayment(1, cards[0]?.id) },
  };
}

/** A virtual card is in a driver's hands only when he has its link. */
function driverSteps(cards: readonly Card[], mayChange: boolean): Step[] {
  if (!areAllVirtual(cards)) return [];
  const first = cards.find(({ drivers }) => drivers.length === 0);
  const step = { title: 'Дайте карту водителю', isDone: first === undefined };
  if (!first) return [{ ...step, state: 'Водитель заправляется по коду или QR со своего телефона.' }];
  const state = 'Виртуальная карта открывается на телефоне водителя по ссылке из СМС.';
  if (!mayChange) return [{ ...step, state }];
  return [{ ...step, state, action: { label: 'Дать карту', to: paths.drivers(first.id) } }];
}

function areAllVirtual(cards: readonly Card[]): boolean {
  return cards.length > 0 && cards.every((card) => card.is_virtual);
}
