import { useState, type ReactNode } from 'react';
import { can } from '#contract/access.ts';
import { GOODS_ENABLED } from '#contract/ids.ts';
import { openChoice } from '../../../cards/card-state.ts';
import { formatPhone, fullDriverName, getTruck, type Card } from '../../../cards/describe-card.ts';
import { hasLimit, LimitMeter, PrintedLimit, sourceText } from '../../../cards/LimitMeter.tsx';
import { paths } from '../../../paths.ts';
import { useRole } from '../../../server/session.ts';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { LinkButton, TextLink } from '../../../ui/text/TextLink.tsx';
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx';
import { CommentField } from './CommentField.tsx';
import styles from './CardRules.module.css';

type Props = {
  card: Card;
  limitEditor: ReactNode;
  /** Editor of the card's truck and its earlier trucks, within a dialogue that the editor closes. */
  truckEditor: (close: () => void) => ReactNode;
  /** Dialogue that moves the card to another driver. */
  moveDialog: (close: () => void) => ReactNode;
};

/** Shows the permitted goods, the limits and the driver of a card. Each is one line, with an editor on request. */
export function CardRules({ card, limitEditor, truckEditor, moveDialog }: Props) {
  const mayChange = can(useRole(), 'changeCard');
  const [isMoving, setMoving] = useState(false);
  return (
    <Panel title="Настройки карты">
      <div className={styles.rules}>
        <LimitRule card={card} mayChange={mayChange} editor={limitEditor} />
        <Rule
          name="Услуги"
          action={
            <TextLink to={paths.services(card.id)}>
              {mayChange ? (
                <>
                  Изменить <VisuallyHidden>услуги</VisuallyHidden>
                </>
              ) : (
                'Все услуги'
              )}
            </TextLink>
          }
        >
          <Goods card={card} />
          <RuleOrigin source={sourceText(card, card.goods_source)} />
        </Rule>
        <TruckRule card={card} mayChange={mayChange} editor={truckEditor} />
        <Rule
          name="Водители"
          action={
            mayChange && (
              <span className={styles.ways}>
                <LinkButton onClick={() => setMoving(true)}>
                  Передать <VisuallyHidden>карту другому водителю</VisuallyHidden>
                </LinkButton>
                <TextLink to={paths.drivers(card.id)}>
                  Изменить <VisuallyHidden>водителей</VisuallyHidden>
                </TextLink>
              </span>
            )
          }
        >
          <Drivers card={card} />
          {isMoving && moveDialog(() => setMoving(false))}
        </Rule>
        <div className={styles.comment}>
          <CommentField key={card.id} card={card} />
        </div>
      </div>
    </Panel>
  );
}

type RuleProps = { name: string; action: ReactNode; children: ReactNode };

function Rule({ name, action, children }: RuleProps) {
  return (
    <section className={styles.rule}>
      <h3 className={styles.name}>{name}</h3>
      <div className={styles.value}>{children}</div>
      {action && (
        <div className={styles.action} data-print="hide">
          {action}
        </div>
      )}
    </section>
  );
}

/** The layer of rules that it comes from, where that is not the card itself. */
function RuleOrigin({ source }: { source: string | null }) {
  return source && <p className="ink-2 type-small">{source}</p>;
}

type LimitProps = { card: Card; mayChange: boolean; editor: ReactNode };

function LimitRule({ card, mayChange, editor }: LimitProps) {
  const [editing, setEditing] = useState(false);
  const unsupported = card.network_cannot?.limit;
  const supported = unsupported === undefined;
  const change = (
    <LinkButton onClick={() => setEditing(true)}>
      Изменить <VisuallyHidden>лимит</VisuallyHidden>
    </LinkButton>
  );
  return (
    <Rule name="Лимит" action={supported && mayChange && change}>
      <div data-print="hide">
        {hasLimit(card) ? (
          <>
            <LimitMeter limit={card.limit} />
            <RuleOrigin source={sourceText(card, card.limit.source)} />
          </>
        ) : (
          <span className="ink-2">{unsupported ?? 'Без лимита'}</span>
        )}
      </div>
      <PrintedLimit card={card} />
      {openChoice(card, 'limit')?.state === 'waiting' && (
        <StatusLabel tone="wait">Сеть ещё не подтвердила лимит</StatusLabel>
      )}
      <Modal opened={editing} onClose={() => setEditing(false)} title="Лимит карты">
        {editor}
      </Modal>
    </Rule>
  );
}

type TruckProps = { card: Card; mayChange: boolean; editor: Props['truckEditor'] };

function TruckRule({ card, mayChange, editor }: TruckProps) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const { vehicle } = card;
  return (
    <Rule
      name="Машина"
      action={
        <LinkButton onClick={() => setOpened(true)}>
          {mayChange ? 'Изменить' : 'История'} <VisuallyHidden>машину</VisuallyHidden>
        </LinkButton>
      }
    >
      {vehicle ? (
        <span>
          <TextLink to={paths.vehicle(vehicle.id)}>{getTruck(card)}</TextLink>
          {vehicle.group_title && <span className="ink-2">, группа «{vehicle.group_title}»</span>}
        </span>
      ) : (
        <span className="ink-2">Машина не указана.</span>
      )}
      <Modal opened={opened} onClose={close} title="Машина карты">
        {editor(close)}
      </Modal>
    </Rule>
  );
}

function Goods({ card }: { card: Card }) {
  const enabled = card.goods.filter((good) => good.status_id === GOODS_ENABLED);
  if (enabled.length === 0)
    return <span className="ink-2">Виды топлива не выбраны: по карте ничего нельзя купить.</span>;
  return (
    <ul className={styles.chips}>
      {enabled.map((item) => (
        <li key={item.cg_id} className={styles.chip}>
          {item.title}
        </li>
      ))}
    </ul>
  );
}

function Drivers({ card }: { card: Card }) {
  if (card.drivers.length === 0) return <span className="ink-2">Водители не указаны.</span>;
  return (
    <ul className={styles.people}>
      {card.drivers.map((driver) => (
        <li key={driver.id} className={styles.person}>
          <span>{fullDriverName(driver)}</span>
          {driver.phone && (
            <a href={`tel:+${driver.phone}`} className={styles.phone}>
              {formatPhone(driver.phone)}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
