import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { shortNumber } from '#contract/values/card-number.ts';
import { listCards } from '#contract/cards/cards.ts';
import { formatPlate } from '#contract/values/plate.ts';
import { openAfterSignal } from '#contract/fleet/signal-actions.ts';
import { listSignals, OPEN_STATES, ownSignal } from '#contract/fleet/signals.ts';
import { SignalState } from '../../../cards/SignalState.tsx';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { formatDate, formatLitres, moscowDay, NO_BREAK_SPACE } from '../../../lib/format.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { titleClamped } from '../../../ui/title-clamped.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Row } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { CLOSED, CLOSING_STATUS, type Signal } from './signal-labels.ts';
import styles from './Signals.module.css';

/** Actions that the user may do with the filling, or null if they may not decide. */
type AllowedActions = { judge: () => void; assign: () => void } | null;
/** Signals of one filling: at least one. */
type Props = { signals: readonly Signal[]; may: AllowedActions };

/** Returns the signal that stands for its filling: an open one where there is one. */
export function getLead(signals: readonly Signal[]): Signal | undefined {
  return signals.find(({ state }) => OPEN_STATES.includes(state)) ?? signals[0];
}

/** Shows one suspicious filling in a row: time, card or truck, reason and sum; the rest unfolds below. */
export function FillingLine({ signals, may }: Props) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  const lead = getLead(signals);
  if (!lead) return null;
  const { operation, state, owner, vehicle, card, driver } = lead;
  const closed = signals.find(({ closing }) => closing !== null);
  const notes = [...new Set(signals.map(({ note }) => note).filter(Boolean))];
  const day = moscowDay(new Date(operation.at));
  const titles = signals.map(({ rule }) => rule.title);
  return (
    <li className={styles.line}>
      <p className={styles.when}>
        <TextLink
          to={paths.operationsIn({ from: day, to: day, cardId: card.id })}
          title={formatDate(operation.at, 'datetime')}
        >
          <DateText value={operation.at} style="short" />
        </TextLink>
        {vehicle && <TextLink to={paths.vehicle(vehicle.id)}>{formatPlate(vehicle.plate)}</TextLink>}
      </p>
      <p className={styles.driver}>
        {driver && `${driver.split(', ')[0]?.replaceAll(' ', NO_BREAK_SPACE)}, `}
        <TextLink to={paths.card(card.id)}>{shortNumber(card.card_number)}</TextLink>
      </p>
      <p
        className={styles.evidence}
        data-below
        onPointerEnter={({ currentTarget }) => titleClamped(currentTarget)}
      >
        {getShortest(signals.map(({ evidence }) => evidence))}
      </p>
      <ul className={styles.chips} aria-label="Причины">
        {titles.map((title) => (
          <li key={title}>{title}</li>
        ))}
        {titles.length > 1 && (
          <li className={styles.others} aria-hidden="true">
            и ещё {titles.length - 1}
          </li>
        )}
      </ul>
      <Money value={operation.sum} className={styles.stake} />
      {state !== 'new' && (
        <div className={styles.state}>
          <SignalState signal={lead} />
        </div>
      )}
      <div className={styles.act}>
        {may && (
          <Button
            size="small"
            variant={OPEN_STATES.includes(state) ? 'secondary' : 'quiet'}
            aria-label={OPEN_STATES.includes(state) ? undefined : 'Изменить решение'}
            onClick={may.judge}
          >
            {OPEN_STATES.includes(state) ? 'Разобрать' : 'Изменить'}
          </Button>
        )}
        <IconButton
          label={opened ? 'Свернуть' : 'Подробнее'}
          icon={<IconChevronDown aria-hidden="true" stroke={1.75} />}
          className={joinClasses(styles.fold, opened && styles.unfolded)}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        />
      </div>
      {closed && <ClosedCard signal={closed} mayOpen={may !== null} />}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          «{note}»
        </p>
      ))}
      <div id={id} className={styles.more} hidden={!opened}>
        {signals.map(({ id: signalId, rule, evidence }) => (
          <p key={signalId}>
            <strong>{rule.title}.</strong> {evidence}
          </p>
        ))}
        <p className={styles.what}>
          {[operation.goods, formatLitres(operation.litres), operation.station].filter(Boolean).join(' · ')}
        </p>
        {driver?.includes(', ') && <p className={styles.what}>Водители: {driver}</p>}
        {state === 'new' && owner && <SignalState signal={lead} />}
        {may && <OwnerActions lead={lead} assign={may.assign} />}
      </div>
    </li>
  );
}

/** Returns the text that fits into one line soonest. */
function getShortest(texts: readonly string[]): string {
  return texts.toSorted((a, b) => a.length - b.length)[0] ?? '';
}

/** The card that a rule has closed, and the way to open it before a verdict. */
function ClosedCard({ signal: { id, closing }, mayOpen }: { signal: Signal; mayOpen: boolean }) {
  const open = useEndpointAction(openAfterSignal, {
    refresh: [listSignals, listCards],
    left: { failed: 'Карту открыть не удалось' },
  });
  if (closing === null) return null;
  return (
    <Row className={styles.closing}>
      <StatusLabel tone={CLOSING_STATUS[closing].tone}>{CLOSING_STATUS[closing].text}</StatusLabel>
      {mayOpen && CLOSED.includes(closing) && (
        <Button
          size="small"
          variant="quiet"
          pending={open.isPending}
          onClick={() => open.mutate({ params: { id }, body: {} })}
        >
          Открыть карту
        </Button>
      )}
      {open.error && <Notice tone="error">{open.error.message}</Notice>}
    </Row>
  );
}

/** Names who looks into it: the user, or a colleague. */
function OwnerActions({ lead, assign }: { lead: Signal; assign: () => void }) {
  const { id, state, rule, owner } = lead;
  const own = useEndpointAction(ownSignal, {
    refresh: [listSignals],
    left: { failed: `Не удалось взять на себя: ${rule.title}` },
  });
  if (!OPEN_STATES.includes(state)) return null;
  return (
    <>
      {own.error && <Notice tone="error">{own.error.message}</Notice>}
      <Row>
        {state === 'new' && (
          <Button
            size="small"
            pending={own.isPending}
            onClick={() => own.mutate({ params: { id }, body: { filling: true } })}
          >
            Беру на себя
          </Button>
        )}
        <Button size="small" onClick={assign}>
          {owner ? 'Передать' : 'Назначить'}
        </Button>
      </Row>
    </>
  );
}
