import { memo } from 'react';
import { lastFour, shortNumber } from '#contract/card-number.ts';
import { joinClasses } from '../../lib/join-classes.ts';
import { useMedia } from '../../lib/use-media.ts';
import { cardName, groupedNumber, toneOfPartner, type Card } from '../../cards/describe-card.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { CheckBox } from '../../ui/Checkbox.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { CardFace } from '../../ui/CardFace.tsx';
import { Chunks } from '../../ui/Chunks.tsx';
import { Money } from '../../ui/Money.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';
import { can } from '#contract/access.ts';
import { CARD_STATUS } from '#contract/ids.ts';
import { useRole } from '../../server/session.ts';
import type { CardSelection } from './use-card-selection.ts';
import { CardActions } from '../../cards/CardActions.tsx';
import { cardState, isNotSetUp } from '../../cards/card-state.ts';
import { hasLimit, LimitMeter } from '../../cards/LimitMeter.tsx';
import styles from './CardTable.module.css';

type Props = {
  /** Describes the cards for screen readers. */
  caption: string;
  cards: readonly Card[];
  onChangeStatus: (card: Card) => void;
  /** Null when bulk actions are not allowed. */
  selection: CardSelection | null;
};

/** Cards as a table on a desktop, as small cards on a phone. Thousands of rows stay smooth. */
export function CardTable({ caption, cards, onChangeStatus, selection }: Props) {
  const narrow = useMedia('(max-width: 767px)');
  return (
    <div className={styles.frame}>
      <div role="table" aria-label={caption} aria-rowcount={cards.length + 1}>
        <div role="rowgroup" className={styles.head}>
          <div
            role="row"
            aria-rowindex={1}
            className={joinClasses(styles.row, selection && styles.selectable)}
          >
            {selection && <HeadBox caption={caption} cards={cards} selection={selection} />}
            {COLUMNS.map(({ key, title }) => (
              <span key={key} role="columnheader" className={styles[key]}>
                {title}
              </span>
            ))}
          </div>
        </div>
        <Chunks items={cards} rowHeight={narrow ? 124 : 73}>
          {(chunk, first) =>
            chunk.map((card, index) => (
              <CardRow
                key={card.id}
                card={card}
                rowIndex={first + index + 2}
                onChangeStatus={onChangeStatus}
                selected={selection?.has(card.id) ?? null}
                onSelect={selection?.choose ?? null}
              />
            ))
          }
        </Chunks>
      </div>
    </div>
  );
}

const COLUMNS = [
  { key: 'face', title: 'Карта' },
  { key: 'name', title: 'Название' },
  { key: 'status', title: 'Статус' },
  { key: 'limit', title: 'Лимит' },
  { key: 'sum', title: 'Баланс' },
  { key: 'menu', title: 'Действия' },
] as const;

type HeadProps = { caption: string; cards: readonly Card[]; selection: CardSelection };

function HeadBox({ caption, cards, selection }: HeadProps) {
  const count = cards.filter((card) => selection.has(card.id)).length;
  return (
    <span role="columnheader" className={styles.check}>
      <CheckBox
        label={`Выбрать все: ${caption}`}
        checked={count === cards.length}
        partly={count > 0}
        onChange={(on) =>
          selection.chooseAll(
            cards.map((card) => card.id),
            on,
          )
        }
      />
    </span>
  );
}

type RowProps = {
  card: Card;
  rowIndex: number;
  onChangeStatus: (card: Card) => void;
  selected: boolean | null;
  onSelect: CardSelection['choose'] | null;
};

/** Memoised: there may be hundreds of rows, and usually only one changes. */
const CardRow = memo(function CardRow({ card, rowIndex, onChangeStatus, selected, onSelect }: RowProps) {
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={selected ?? undefined}
      className={joinClasses(
        styles.row,
        styles.body,
        onSelect && styles.selectable,
        selected && styles.selected,
      )}
    >
      {onSelect && (
        <span role="cell" className={styles.check}>
          <CheckBox
            label={`Выбрать карту ${shortNumber(card.card_number)}`}
            checked={selected ?? false}
            onChange={(on, shift) => onSelect(card.id, on, shift)}
          />
        </span>
      )}
      <CardCells card={card} onChangeStatus={onChangeStatus} />
    </div>
  );
});

type CellsProps = Pick<RowProps, 'card' | 'onChangeStatus'>;

/** The cells that do not depend on the selection. */
const CardCells = memo(function CardCells({ card, onChangeStatus }: CellsProps) {
  const state = cardState(card);
  return (
    <>
      <span role="cell" className={styles.face}>
        <CardFace
          size="chip"
          tone={toneOfPartner(card.partner.id)}
          title={card.partner.title}
          lastFour={lastFour(card.card_number)}
          dimmed={card.status.id === CARD_STATUS.blocked}
        />
      </span>
      <span role="cell" className={styles.name}>
        <AppLink to={paths.card(card.id)} className={styles.link}>
          {cardName(card)}
        </AppLink>
        <span className={styles.number}>
          {card.partner.title}
          <span className={styles.digits}>, {groupedNumber(card.card_number)}</span>
        </span>
      </span>
      <span role="cell" className={styles.status}>
        <StatusWord tone={state.tone}>{state.words}</StatusWord>
      </span>
      <span role="cell" className={styles.limit}>
        <LimitCell card={card} />
      </span>
      <span role="cell" className={styles.sum}>
        <Money value={card.card_sum} />
      </span>
      <span role="cell" className={styles.menu}>
        <CardActions card={card} onChangeStatus={onChangeStatus} />
      </span>
    </>
  );
});

/** A card that is not set up has no limit yet: links to its setup instead, for whoever may set it up. */
function LimitCell({ card }: { card: Card }) {
  const mayChange = can(useRole(), 'changeCard');
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
  return hasLimit(card) ? <LimitMeter limit={card.limit} /> : <span className={styles.none}>Без лимита</span>;
}
