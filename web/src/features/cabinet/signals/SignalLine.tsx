import { shortNumber } from '#contract/values/card-number.ts';
import { listCards } from '#contract/cards/cards.ts';
import { formatPlate } from '#contract/values/plate.ts';
import { openAfterSignal } from '#contract/fleet/signal-actions.ts';
import { listSignals, OPEN_STATES, ownSignal, SIGNAL_STATE_TITLE } from '#contract/fleet/signals.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { formatLitres, formatMoney, moscowDay } from '../../../lib/format.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Row } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { CLOSED, CLOSING_STATUS, STATE_TONE, type Signal } from './signal-labels.ts';
import styles from './Signals.module.css';

/** Actions that the user may do with the signal, or null if they may not decide. */
type May = { judge: () => void; assign: () => void } | null;
type Props = { signal: Signal; may: May };

/** Shows one filling that looks wrong: its reason, where it leads, and who is responsible. */
export function SignalLine({ signal, may }: Props) {
  const { operation, state, rule, note, owner, closing } = signal;
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        <StatusLabel tone={STATE_TONE[state]}>
          {SIGNAL_STATE_TITLE[state]}
          {owner && `: ${signal.is_mine ? 'вы' : owner}`}
        </StatusLabel>
        <DateText value={operation.at} style="datetime" className={styles.what} />
      </div>
      <h2 className={styles.title}>{rule.title}</h2>
      <p>{signal.evidence}</p>
      <p className={styles.what}>
        {[
          operation.goods,
          formatLitres(operation.litres),
          formatMoney(operation.sum),
          operation.station,
        ].join(' · ')}
      </p>
      {closing && (
        <StatusLabel tone={CLOSING_STATUS[closing].tone}>{CLOSING_STATUS[closing].words}</StatusLabel>
      )}
      {note && <p className={styles.note}>«{note}»</p>}
      <div className={styles.foot}>
        <SignalLinks signal={signal} />
        <span className={styles.what}>Уверенность {signal.confidence} %</span>
      </div>
      {may && <SignalActions signal={signal} may={may} />}
    </li>
  );
}

function SignalLinks({ signal: { vehicle, card, operation } }: { signal: Signal }) {
  const day = moscowDay(new Date(operation.at));
  return (
    <Row gap="2" className={styles.links}>
      {vehicle && <TextLink to={paths.vehicle(vehicle.id)}>{formatPlate(vehicle.plate)}</TextLink>}
      <TextLink to={paths.card(card.id)}>Карта {shortNumber(card.card_number)}</TextLink>
      <TextLink to={paths.operationsOf({ from: day, to: day, cardId: card.id })}>Заправки этого дня</TextLink>
    </Row>
  );
}

function SignalActions({ signal, may }: { signal: Signal; may: NonNullable<May> }) {
  const { id, state, rule, is_mine: isMine, closing } = signal;
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
  return (
    <>
      {error && <Notice tone="error">{error.message}</Notice>}
      <Row className={styles.deeds}>
        {state === 'new' && (
          <Button
            size="small"
            pending={own.isPending}
            onClick={() => own.mutate({ params: { id }, body: {} })}
          >
            Беру на себя
          </Button>
        )}
        <Button size="small" variant={isOpen ? 'secondary' : 'quiet'} onClick={may.judge}>
          {isOpen ? 'Решить' : 'Изменить решение'}
        </Button>
        {isOpen && (
          <Button size="small" variant="quiet" onClick={may.assign}>
            {isMine || signal.owner ? 'Передать' : 'Назначить'}
          </Button>
        )}
        {CLOSED.includes(closing) && (
          <Button
            size="small"
            variant="quiet"
            pending={open.isPending}
            onClick={() => open.mutate({ params: { id }, body: {} })}
          >
            Открыть карту
          </Button>
        )}
      </Row>
    </>
  );
}
