import { IconCheck } from '@tabler/icons-react';
import type { z } from 'zod';
import { can } from '#contract/access.ts';
import type { overview } from '#contract/insights/overview.ts';
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
  /** Null when it could not be read: the steps then show what to do, not how far it is. */
  overview: z.infer<typeof overview> | null;
};

type Step = { title: string; state: string; isDone: boolean; deed?: { label: string; to: string } };

/** Replaces a list without cards by the three steps to the first litre, each with its state. */
export function FirstSteps({ cardsOrdered, overview }: Props) {
  const role = useRole();
  const steps = [
    orderStep(cardsOrdered, can(role, 'orderCards')),
    moneyStep(overview, can(role, 'moveMoney')),
    cardStep(cardsOrdered),
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <Panel title="С чего начать" aria-label="С чего начать" variant="flush">
      <ol className={styles.steps}>
        {steps.map(({ title, state, isDone, deed: action }, index) => (
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

function orderStep(isDone: boolean, mayOrder: boolean): Step {
  const step = { title: 'Закажите карты', isDone };
  if (isDone)
    return { ...step, state: 'Заявка в работе: карты появятся здесь, как только сеть их выпустит.' };
  if (!mayOrder) return { ...step, state: 'Карты заказывает менеджер или администратор компании.' };
  return {
    ...step,
    state: 'Карты разных сетей заказываются одной заявкой.',
    deed: { label: 'Заказать карты', to: paths.create },
  };
}

function moneyStep(overview: Props['overview'], mayPay: boolean): Step {
  const step = { title: 'Пополните счёт', isDone: false };
  const own = overview?.money.own ?? 0;
  if (own > 0) return { ...step, isDone: true, state: `На счёте ${formatMoney(own)}.` };
  const invoices = overview?.attention.find(({ kind }) => kind === 'invoices');
  if (invoices) {
    return {
      ...step,
      state: `Счёт выставлен, ждём оплату: ${formatMoney(invoices.sum ?? 0)}.`,
      deed: { label: 'Открыть счета', to: paths.invoices },
    };
  }
  if (!mayPay) return { ...step, state: 'Счёт пополняет менеджер или администратор компании.' };
  return {
    ...step,
    state: 'Выставите счёт на любую сумму и оплатите его из банка. Деньги придут сюда.',
    deed: { label: 'Выставить счёт', to: paths.payment(1) },
  };
}

function cardStep(cardsOrdered: boolean): Step {
  return {
    title: 'Настройте карты и переведите на них деньги',
    isDone: false,
    state: cardsOrdered
      ? 'Карты сами попросят об этом, когда сеть их выпустит.'
      : 'Этот шаг откроется, когда появятся карты.',
  };
}
