import { readCardRules } from '#contract/fleet/rules.ts';
import { listSignals, OPEN_STATES } from '#contract/fleet/signals.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import type { Operation } from '#contract/fuel/operations.ts';
import { SignalState } from '../../../cards/SignalState.tsx';
import { paths } from '../../../paths.ts';
import { useRead } from '../../../state/use-call.ts';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import styles from './OperationSheet.module.css';

type Signal = EndpointData<typeof listSignals>[number];

/** Shows which rules the sale broke, what looks suspicious about it, and the rules that hold for its card. */
export function OperationChecks({ operation }: { operation: Operation }) {
  const signals = useRead(listSignals, { query: { operationId: operation.id } }).data?.data;
  const rules = useRead(readCardRules, { params: { id: operation.card.id } }).data?.data;
  const { breaches } = operation;
  const isKnown = signals !== undefined && breaches !== undefined;
  const isClean = isKnown && signals.length === 0 && breaches.length === 0;
  return (
    <section aria-label="Правила и проверка" className={styles.checks}>
      <h3 className={styles.title}>Правила и проверка</h3>
      {isClean && <StatusLabel tone="go">Нарушений и подозрений нет</StatusLabel>}
      {breaches?.map(({ kind, sentence }) => (
        <div key={kind} className={styles.check}>
          <StatusLabel tone="stop">Против правил карты</StatusLabel>
          <p>{sentence}</p>
        </div>
      ))}
      {signals && signals.length > 0 && <SignalNotes signals={signals} />}
      {rules && (
        <p className={styles.quiet}>
          Правила карты сейчас: {rules.sentence}.{' '}
          <TextLink to={paths.card(operation.card.id)} quiet>
            Открыть карту
          </TextLink>
        </p>
      )}
    </section>
  );
}

/** The reasons of a filling, and what people make of it: the decision is about the filling. */
function SignalNotes({ signals }: { signals: readonly Signal[] }) {
  const lead = signals.find(({ state }) => OPEN_STATES.includes(state)) ?? signals[0];
  if (!lead) return null;
  const isOpen = OPEN_STATES.includes(lead.state);
  const notes = [...new Set(signals.map(({ note }) => note).filter(Boolean))];
  return (
    <>
      {signals.map(({ id, rule, evidence, state }) => (
        <div key={id} className={styles.check}>
          <StatusLabel tone={OPEN_STATES.includes(state) ? 'stop' : 'neutral'}>{rule.title}</StatusLabel>
          <p>{evidence}</p>
        </div>
      ))}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          «{note}»
        </p>
      ))}
      <p>
        <SignalState signal={lead} />{' '}
        <TextLink to={paths.signalsOfCard(lead.card.id)}>
          {isOpen ? 'Разобрать' : 'Открыть проверку'}
        </TextLink>
      </p>
    </>
  );
}
