import { readRuleChange, type RULE_STATES } from '#contract/fleet/bulk-rules.ts';
import { can } from '#contract/access.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { listCards } from '#contract/cards/cards.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import {
  LAYER_TITLE,
  listRuleChanges,
  listRuleGroups,
  readCardRules,
  readGroupRules,
  readProfileRules,
  undoRuleChange,
} from '#contract/fleet/rules.ts';
import { cardName } from '../../../cards/describe-card.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { formatDate } from '../../../lib/format.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Meter } from '../../../ui/text/Meter.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import styles from './Rules.module.css';

type Change = EndpointData<typeof readRuleChange>;
type Subject = Change['subjects'][number];
const SOON_MS = 2000;
const STABLE_MS = 15_000;
const SHOWN = 300;

const STATE: Record<(typeof RULE_STATES)[number], { tone: StatusTone; text: string }> = {
  waiting: { tone: 'wait', text: 'Передаём сети' },
  problem: { tone: 'stop', text: 'Сеть не приняла' },
  done: { tone: 'go', text: 'Сделано' },
};

/** One change of rules: its progress, its result on each card, and its undo. */
export function ChangeSheet({ changeId, onClose }: { changeId: number; onClose: () => void }) {
  const input = { params: { id: changeId } };
  const read = useRead(readRuleChange, input, {
    refetchMs: (last) => (last?.data.subjects.some(({ state }) => state === 'waiting') ? SOON_MS : STABLE_MS),
  });
  const action = useEndpointAction(undoRuleChange, {
    refresh: [
      listRuleChanges,
      readRuleChange,
      readProfileRules,
      readGroupRules,
      readCardRules,
      listRuleGroups,
    ],
    left: { failed: 'Изменение не отменено' },
  });
  const mayUndo = can(useRole(), 'changeCard');
  const change = read.data?.data;
  return (
    <Modal opened onClose={onClose} title="Изменение правил" size="wide" busy={action.isPending}>
      {!change ? (
        read.error ? (
          <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />
        ) : (
          <TextSkeleton count={6} label="Загружается изменение" />
        )
      ) : (
        <FormShell
          submitLabel="Отменить изменение"
          action={action}
          disabledReason={undoProblem(change, mayUndo)}
          onSubmit={() => action.mutate(input)}
          secondary={
            <Button variant="quiet" onClick={onClose}>
              Готово
            </Button>
          }
        >
          <Stack>
            <Head change={change} />
            {action.data && <UndoResult {...action.data.data} />}
            <Subjects change={change} />
          </Stack>
        </FormShell>
      )}
    </Modal>
  );
}

function Head({ change }: { change: Change }) {
  const { subjects } = change;
  const waiting = subjects.filter(({ state }) => state === 'waiting').length;
  const done = subjects.length - waiting;
  const text = `${done} из ${subjects.length}`;
  return (
    <>
      <p className={styles.from}>
        {formatDate(change.at, 'datetime')}, {change.by},{' '}
        {change.layer === 'card' && subjects.length > 1
          ? `карт: ${subjects.length}`
          : LAYER_TITLE[change.layer]}
        {change.set_title && `, набор «${change.set_title}»`}
      </p>
      <p className={styles.sentence}>{change.after}</p>
      {change.undone && (
        <Notice>
          Отменено {formatDate(change.undone.at, 'datetime')}, {change.undone.by}
        </Notice>
      )}
      {change.refused !== null && (
        <Notice tone="warn" title="Сеть отказала: осталось как было">
          {change.refused}
        </Notice>
      )}
      {waiting > 0 && (
        <div className={styles.progress}>
          <p role="status">{`Правила переданы сетям: ${text}`}</p>
          <Meter label="Правила переданы сетям" value={done} max={subjects.length} valueText={text} />
        </div>
      )}
    </>
  );
}

/** Shows how many were restored, and how many were left because they have been changed by hand since. */
export function UndoResult({ restored, left }: { restored: number; left: number }) {
  return (
    <Notice tone={left > 0 ? 'warn' : 'go'} title={`Вернули как было: ${restored}`}>
      {left > 0 && `Осталось как есть: ${left}. Их правила изменили позже.`}
    </Notice>
  );
}

function Subjects({ change }: { change: Change }) {
  const cards = useRead(listCards, { query: {} }, { enabled: change.layer === 'card' });
  const groups = useRead(listRuleGroups, {}, { enabled: change.layer === 'group' });
  // Both may have been read before, and their ids are alike.
  const named = {
    card: (cards.data?.data ?? []).map((card) => ({
      id: card.id,
      title: `${cardName(card)}, ${shortNumber(card.card_number)}`,
    })),
    group: groups.data?.data ?? [],
    profile: [{ id: 0, title: 'Все карты' }],
  }[change.layer];
  const titles = new Map(named.map(({ id, title }) => [id, title]));
  const inOrder = change.subjects.toSorted((a, b) => RANK[a.state] - RANK[b.state]);
  return (
    <>
      <ul className={styles.outlooks} aria-label="Кому назначены правила">
        {inOrder.slice(0, SHOWN).map((item) => (
          <li key={item.id} className={styles.outlook}>
            <div className={styles.draftHead}>
              <h3 className={styles.draftTitle}>{titles.get(item.id) ?? '…'}</h3>
              <StatusLabel tone={STATE[item.state].tone}>{STATE[item.state].text}</StatusLabel>
            </div>
            {item.problem && <p>{item.problem}</p>}
            <p className={styles.from}>Было: {item.before}</p>
            {item.changed_later && <p className={styles.from}>{describeLaterChange(item.changed_later)}</p>}
          </li>
        ))}
      </ul>
      {inOrder.length > SHOWN && <p className="ink-2">{`И ещё ${inOrder.length - SHOWN}.`}</p>}
    </>
  );
}

const RANK: Record<Subject['state'], number> = { problem: 0, waiting: 1, done: 2 };

function describeLaterChange({ at, by }: NonNullable<Subject['changed_later']>): string {
  return `Отмена его не тронет: правила изменены позже, ${formatDate(at, 'datetime')}, ${by}`;
}

function undoProblem(change: Change, mayUndo: boolean): string | null {
  if (!mayUndo) return 'Отменяют администратор и менеджер';
  if (change.undone) return 'Это изменение уже отменено';
  if (change.refused !== null) return 'Сеть отказала, и на карте прежнее: отменять нечего';
  return change.subjects.every((subject) => subject.changed_later)
    ? 'Всё, что меняли, изменено позже ещё раз'
    : null;
}
