import { shortNumber } from '#contract/values/card-number.ts';
import { listCards } from '#contract/cards/cards.ts';
import { formatPlate } from '#contract/values/plate.ts';
import { openAfterSignal } from '#contract/fleet/signal-actions.ts';
import { listSignals, OPEN_STATES, ownSignal, SIGNAL_STATE_TITLE } from '#contract/fleet/signals.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { formatLitres, moscowDay } from '../../../lib/format.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Row } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { CLOSED, CLOSING_STATUS, STATE_TONE, type Signal } from './signal-labels.ts';
import styles from './Signals.module.css';

/** Actions that the user may do with the filling, or null if they may not decide. */
type May = { judge: () => void; assign: () => void } | null;
/** Signals of one filling: at least one. */
type Props = { signals: readonly Signal[]; may: May };

/** Returns the signal that stands for its filling: an open one where there is one. */
export function getLead(signals: readonly Signal[]): Signal | undefined {
  return signals.find(({ state }) => OPEN_STATES.includes(state)) ?? signals[0];
}

/** Shows one filling that looks wrong, with its reasons: where and when, what it is worth, and who is responsible. */
export function FillingLine({ signals, may }: Props) {
  const lead = getLead(signals);
  if (!lead) return null;
  const { operation, state, owner, vehicle, card } = lead;
  const closing = signals.find((signal) => signal.closing !== null)?.closing ?? null;
  const notes = [...new Set(signals.map(({ note }) => note).filter(Boolean))];
  const day = moscowDay(new Date(operation.at));
  return (
    <li className={styles.line}>
      <div className={styles.filling}>
        <Row gap="2" className={styles.links}>
          <TextLink to={paths.operationsOf({ from: day, to: day, cardId: card.id })}>
            <DateText value={operation.at} style="datetime" />
          </TextLink>
          {vehicle && <TextLink to={paths.vehicle(vehicle.id)}>{formatPlate(vehicle.plate)}</TextLink>}
          <TextLink to={paths.card(card.id)}>Карта {shortNumber(card.card_number)}</TextLink>
        </Row>
        <ul className={styles.chips} aria-label="Причины">
          {signals.map(({ id, rule }) => (
            <li key={id}>{rule.title}</li>
          ))}
        </ul>
        {signals.map(({ id, evidence }) => (
          <p key={id}>{evidence}</p>
        ))}
        <p className={styles.what}>
          {[operation.goods, formatLitres(operation.litres), operation.station].filter(Boolean).join(' · ')}
        </p>
        {closing && (
          <StatusLabel tone={CLOSING_STATUS[closing].tone}>{CLOSING_STATUS[closing].words}</StatusLabel>
        )}
        {notes.map((note) => (
          <p key={note} className={styles.note}>
            «{note}»
          </p>
        ))}
      </div>
      <div className={styles.side}>
        <Money value={operation.sum} className={styles.stake} />
        <StatusLabel tone={STATE_TONE[state]}>
          {SIGNAL_STATE_TITLE[state]}
          {owner && `: ${lead.is_mine ? 'вы' : owner}`}
        </StatusLabel>
        {may && <FillingActions signals={signals} lead={lead} may={may} />}
      </div>
    </li>
  );
}

type ActionProps = { signals: readonly Signal[]; lead: Signal; may: NonNullable<May> };

function FillingActions({ signals, lead, may }: ActionProps) {
  const { id, state, rule, is_mine: isMine } = lead;
  const own = useEndpointAction(ownSignal, {
    refresh: [listSignals],
    left: { failed: `Не удалось взять на себя: ${rule.title}` },
  });
  const open = useEndpointAction(openAfterSignal, {
    refresh: [listSignals, listCards],
    left: { failed: 'Карту открыть не удалось' },
  });
  const error = own.error ?? open.error;
  const isOpen = OPEN_STATES.includes(state);
  const closed = signals.find(({ closing }) => CLOSED.includes(closing));
  return (
    <>
      {error && <Notice tone="error">{error.message}</Notice>}
      <Row className={styles.actions}>
        <Button size="small" variant={isOpen ? 'secondary' : 'quiet'} onClick={may.judge}>
          {isOpen ? 'Разобрать' : 'Изменить решение'}
        </Button>
        {state === 'new' && (
          <Button
            size="small"
            variant="quiet"
            pending={own.isPending}
            onClick={() => own.mutate({ params: { id }, body: { filling: true } })}
          >
            Беру на себя
          </Button>
        )}
        {isOpen && (
          <Button size="small" variant="quiet" onClick={may.assign}>
            {isMine || lead.owner ? 'Передать' : 'Назначить'}
          </Button>
        )}
        {closed && (
          <Button
            size="small"
            variant="quiet"
            pending={open.isPending}
            onClick={() => open.mutate({ params: { id: closed.id }, body: {} })}
          >
            Открыть карту
          </Button>
        )}
      </Row>
    </>
  );
}
