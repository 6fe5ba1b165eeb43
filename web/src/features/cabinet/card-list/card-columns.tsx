import { lastFour, shortNumber } from '#contract/values/card-number.ts';
import { can } from '#contract/access.ts';
import { CARD_STATUS, LIMIT_PERIOD } from '#contract/ids.ts';
import { formatPlate, gluePlates, includesPlate } from '#contract/values/plate.ts';
import { CardActions } from '../../../cards/CardActions.tsx';
import { cardState, isNotSetUp } from '../../../cards/card-state.ts';
import {
  cardName,
  driverName,
  fullDriverName,
  groupedNumber,
  nameFirst,
  toneOfPartner,
  getTruck,
  type Card,
} from '../../../cards/describe-card.ts';
import { amountText, chooseBindingLimit, hasLimit, LimitMeter } from '../../../cards/LimitMeter.tsx';
import { paths } from '../../../paths.ts';
import { listRuleGroups } from '#contract/fleet/rules.ts';
import { useRead } from '../../../state/use-call.ts';
import { useRole } from '../../../server/session.ts';
import { extraColumn } from '../../../tables/usual-columns.tsx';
import type { Column } from '../../../tables/column.ts';
import { LeftOutPart } from '../../../tables/LeftOutPart.tsx';
import { RowLink } from '../../../tables/RowLink.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { ButtonLink } from '../../../ui/Button.tsx';
import { CardFace } from '../../../ui/CardFace.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { NormalStatus, StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import styles from './CardColumns.module.css';

/** The columns of the cards; `onChangeStatus` opens the dialogue that blocks or unblocks. */
export function cardColumns(onChangeStatus: (card: Card) => void): readonly Column<Card>[] {
  return [
    {
      key: 'face',
      header: 'Карта',
      fixed: true,
      narrow: 'lead',
      width: 68,
      kind: 'number',
      value: (card) => card.card_number,
      unsorted: true,
      cell: (card) => (
        <CardFace
          size="chip"
          tone={toneOfPartner(card.partner.id)}
          title={card.partner.title}
          lastFour={lastFour(card.card_number)}
          dimmed={card.status.id === CARD_STATUS.blocked}
        />
      ),
    },
    {
      key: 'name',
      header: 'Название',
      fixed: true,
      narrow: 'title',
      leastWidth: 220,
      value: cardName,
      cell: (card) => (
        <TwoLines
          cut="row"
          below={
            <>
              {/* A line that is cut loses its end first, so a plate that the card's face shows is not repeated there. */}
              {card.vehicle && !includesPlate(cardName(card), card.vehicle.plate) && (
                <LeftOutPart column="truck">{formatPlate(card.vehicle.plate)}, </LeftOutPart>
              )}
              {card.comment && card.drivers[0] && (
                <LeftOutPart column="driver">{formatDrivers(card)}, </LeftOutPart>
              )}
              {card.partner.title}
              <span className={styles.digits}>, {groupedNumber(card.card_number)}</span>
            </>
          }
        >
          <RowLink to={paths.card(card.id)}>{gluePlates(cardName(card))}</RowLink>
        </TwoLines>
      ),
    },
    {
      key: 'driver',
      header: 'Водитель',
      width: 146,
      leaves: 2,
      inName: true,
      narrow: 'hidden',
      value: ({ drivers }) => drivers.map(fullDriverName).join(', ') || null,
      cell: (card) => <span title={card.drivers.map(fullDriverName).join(', ')}>{formatDrivers(card)}</span>,
    },
    {
      key: 'truck',
      header: 'Машина',
      width: 150,
      leaves: 1,
      inName: true,
      narrow: 'hidden',
      value: (card) => getTruck(card) || null,
      cell: (card) => <span title={getTruck(card)}>{getTruck(card)}</span>,
    },
    extraColumn({
      key: 'group',
      header: 'Группа',
      width: 130,
      value: (card) => card.group?.title ?? null,
    }),
    {
      key: 'status',
      header: 'Статус',
      width: 150,
      narrow: 'second',
      value: (card) => cardState(card).text,
      cell: (card) => {
        const { tone, text } = cardState(card);
        return tone === 'go' ? (
          <NormalStatus>{text}</NormalStatus>
        ) : (
          <StatusLabel tone={tone}>{text}</StatusLabel>
        );
      },
    },
    {
      key: 'limit',
      header: 'Лимит',
      width: 192,
      narrow: 'second',
      value: (card) => (hasLimit(card) ? formatLimit(card) : null),
      unsorted: true,
      cell: (card) => <LimitCell card={card} />,
    },
    {
      key: 'left',
      header: 'Остаток лимита',
      width: 130,
      align: 'end',
      kind: 'count',
      narrow: 'hidden',
      extra: true,
      value: (card) => (hasLimit(card) ? card.limit.left : null),
      cell: (card) => hasLimit(card) && amountText(card.limit.left, card.limit),
    },
    extraColumn({ key: 'network', header: 'Сеть', width: 130, value: (card) => card.partner.title }),
    {
      key: 'number',
      header: 'Номер карты',
      width: 190,
      narrow: 'hidden',
      extra: true,
      kind: 'number',
      value: (card) => card.card_number,
      cell: (card) => <span className={styles.number}>{groupedNumber(card.card_number)}</span>,
    },
    extraColumn({ key: 'comment', header: 'Комментарий', value: (card) => card.comment || null }),
    {
      key: 'sum',
      header: 'Баланс',
      width: 116,
      align: 'end',
      kind: 'money',
      narrow: 'figure',
      value: (card) => card.card_sum,
      cell: (card) => (
        <strong>
          <Money value={card.card_sum} />
        </strong>
      ),
    },
    {
      key: 'menu',
      header: 'Действия',
      headerHidden: true,
      narrow: 'menu',
      width: 48,
      cell: (card) => <CardActions card={card} onChangeStatus={onChangeStatus} />,
    },
  ];
}

/** Names the card that a checkbox selects. */
export function nameCard(card: Card): string {
  return `карту ${shortNumber(card.card_number)}`;
}

function formatDrivers({ drivers }: Card): string {
  return nameFirst(drivers.map(driverName));
}

function formatLimit({ limit }: Card & { limit: NonNullable<Card['limit']> }): string {
  return `${amountText(limit.unit_count, limit)} в ${LIMIT_PERIOD[limit.period.id].per}`;
}

/**
 * Shows the limit that binds, of the card's own and its group's budgets. A card that is not set up has none yet: the cell links to
 * its setup instead, if the user may set it up.
 */
function LimitCell({ card }: { card: Card }) {
  const mayChange = can(useRole(), 'changeCard');
  const groups = useRead(listRuleGroups, {}, { enabled: card.group !== null });
  const budgets = groups.data?.data.find(({ id }) => id === card.group?.id)?.budgets ?? [];
  const limit = chooseBindingLimit([...(hasLimit(card) ? [card.limit] : []), ...budgets]);
  if (isNotSetUp(card) && mayChange) {
    return (
      <ButtonLink
        to={paths.services(card.id)}
        size="small"
        className={styles.setUp}
        aria-label={`Настроить карту ${shortNumber(card.card_number)}`}
      >
        Настроить
      </ButtonLink>
    );
  }
  return limit ? (
    <LimitMeter limit={limit} inRow {...(budgets.includes(limit) && { ofGroup: card.group?.title })} />
  ) : (
    <span className="ink-2" data-desk>
      Без лимита
    </span>
  );
}
