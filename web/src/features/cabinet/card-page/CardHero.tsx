import type { ReactNode } from 'react';
import { can } from '#contract/access.ts';
import { lastFour } from '#contract/values/card-number.ts';
import { CARD_STATUS } from '#contract/ids.ts';
import { readReplacement } from '#contract/orders/virtual-cards.ts';
import { useMaintenance } from '../../../state/maintenance.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { groupedNumber, toneOfPartner, type Card } from '../../../cards/describe-card.ts';
import { paths } from '../../../paths.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { CardFace } from '../../../ui/CardFace.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { useMoneyProblem } from '../../../cards/CardActions.tsx';
import {
  cardState,
  isNotSetUp,
  nameHolder,
  NOT_SET_UP,
  statusAction,
  WHO_SETS_UP,
} from '../../../cards/card-state.ts';
import styles from './CardHero.module.css';

type Props = {
  card: Card;
  onChangeStatus: () => void;
  /** A further action of the page. */
  more?: ReactNode;
};

/** The card itself: its face, money, status and actions. */
export function CardHero({ card, onChangeStatus, more }: Props) {
  const state = cardState(card);
  const mayChange = can(useRole(), 'changeCard');
  return (
    <Panel className={styles.hero} aria-label="Карта">
      <div className={styles.face}>
        <CardFace
          size="large"
          tone={toneOfPartner(card.partner.id)}
          title={card.partner.title}
          lastFour={lastFour(card.card_number)}
          dimmed={card.status.id === CARD_STATUS.blocked}
        />
      </div>
      <div className={styles.facts}>
        <div className={styles.line}>
          <StatusLabel tone={state.tone}>{state.text}</StatusLabel>
          <span className={styles.number}>
            {card.partner.title}, {groupedNumber(card.card_number)}
            {card.is_virtual && ', виртуальная'}
          </span>
        </div>
        <div>
          <p className={styles.label}>Баланс карты</p>
          <Money value={card.card_sum} size="figure" />
        </div>
        {card.shortfall > 0 && (
          <Notice tone="warn">
            По карте заправились на <Money value={card.shortfall} /> больше, чем на ней было. Деньги, которые
            придут на карту, сначала оплатят это топливо.
          </Notice>
        )}
        {card.hold?.kind === 'staff' && (
          <Notice tone="warn" title={`${nameHolder(card.hold)}: ${card.hold.reason}`}>
            Вернуть её в работу может только программа: обратитесь в поддержку.
          </Notice>
        )}
        {card.hold?.kind === 'signal' && (
          <Notice
            tone="warn"
            title={`${nameHolder(card.hold)}: ${card.hold.reason}`}
            action={
              <ButtonLink to={paths.signalsOfCard(card.id)} size="small">
                Разобрать
              </ButtonLink>
            }
          >
            {card.status.id === CARD_STATUS.blocked
              ? 'Разберите заправку или сразу откройте карту: обе кнопки там.'
              : 'Сеть ещё не закрыла карту: по ней пока можно заправиться.'}
          </Notice>
        )}
        {isNotSetUp(card) && (
          <Notice
            tone="warn"
            title={NOT_SET_UP}
            action={
              mayChange && (
                <ButtonLink to={paths.services(card.id)} size="small">
                  Настроить
                </ButtonLink>
              )
            }
          >
            {mayChange ? 'Выберите виды топлива, и карта станет активной.' : WHO_SETS_UP}
          </Notice>
        )}
        <CardActions card={card} onChangeStatus={onChangeStatus} more={more} />
      </div>
    </Panel>
  );
}

function CardActions({ card, onChangeStatus, more }: Props) {
  const money = useMoneyProblem(card);
  const status = statusAction(card, { role: useRole(), maintenance: useMaintenance() });
  const replacement = useRead(readReplacement, { params: { id: card.id } }).data?.data;
  // Money goes to the card that stands in its place: the panel below leads there.
  const isReplaced = replacement?.old_card.id === card.id;
  const payout = money ?? (card.card_sum > 0 ? null : 'На карте нет средств');
  return (
    <div className={styles.actions}>
      {!isReplaced &&
        (money ? (
          <Button disabled disabledReason={money}>
            Пополнить
          </Button>
        ) : (
          <ButtonLink to={paths.cardPayment(1, card.id)} variant="primary">
            Пополнить
          </ButtonLink>
        ))}
      {payout ? (
        <Button disabled disabledReason={payout}>
          Вывести
        </Button>
      ) : (
        <ButtonLink to={paths.cardPayout(1, card.id)}>Вывести</ButtonLink>
      )}
      <Button
        variant={status.blocks ? 'danger' : 'secondary'}
        onClick={onChangeStatus}
        disabled={status.disabledReason !== null}
        disabledReason={status.disabledReason ?? ''}
      >
        {status.label}
      </Button>
      {more}
    </div>
  );
}
