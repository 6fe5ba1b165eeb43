import { useEffect } from 'react';
import { setManyGroupRules, setManyRules } from '#contract/bulk-rules.ts';
import { shortNumber } from '#contract/card-number.ts';
import {
  HELD_BY,
  listRuleChanges,
  listRuleGroups,
  readCardRules,
  readGroupRules,
  type HeldBy,
} from '#contract/rules.ts';
import { cardName, CARD_FORMS, type Card } from '../../cards/describe-card.ts';
import { useDeedOf } from '../../deeds/use-deed.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { counted } from '#contract/counted.ts';
import { call } from '../../server/client.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextSkeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';
import type { Given } from './BulkRules.tsx';
import { HELD_TONE } from './HeldRules.tsx';
import styles from './Rules.module.css';

export type BulkTarget = { layer: 'card' | 'group'; ids: readonly number[] };
type Outlook = {
  id: number;
  title: string;
  note: string;
  before: string;
  after: string;
  held: Record<HeldBy, string | null>;
};
type Answer = { changeId: number | null; subjects: Outlook[] };
type Props = {
  target: BulkTarget;
  given: Given;
  cards: readonly Card[];
  onClose: () => void;
  onDone: (changeId: number) => void;
};

const TO_CARDS = ['карте', 'картам', 'картам'] as const;
const TO_GROUPS = ['группе', 'группам', 'группам'] as const;
/** More would make the dialogue slow to open: the rest is counted. */
const SHOWN = 200;

/** What rules would change for each, before anything is changed; then it is done at once. */
export function BulkPreview({ target, given, cards, onClose, onDone }: Props) {
  const ask = (preview: boolean) => send(target, given, { preview, cards });
  const preview = useDeedOf('previewManyRules', () => ask(true), {});
  const deed = useDeedOf('applyManyRules', () => ask(false), {
    refresh: [listRuleChanges, listRuleGroups, readCardRules, readGroupRules],
    left: {
      done: { tone: 'go', title: 'Правила даны', message: given.title },
      failed: 'Правила не даны',
    },
  });
  const { mutate } = preview;
  useEffect(() => mutate(undefined), [mutate]);
  const answer = preview.data;
  const words = counted(target.ids.length, target.layer === 'card' ? TO_CARDS : TO_GROUPS);
  return (
    <Modal opened onClose={onClose} title="Что изменится" size="wide" busy={deed.isPending}>
      {!answer ? (
        preview.error ? (
          <LoadError
            message={preview.error.message}
            onReload={() => mutate(undefined)}
            reloading={preview.isPending}
          />
        ) : (
          <TextSkeleton count={6} label="Считаем, что изменится" />
        )
      ) : (
        <FormShell
          submitLabel={`Дать правила ${words}`}
          loading={deed.isPending}
          error={deed.error}
          disabledReason={null}
          onSubmit={() =>
            deed.mutate(undefined, { onSuccess: ({ changeId }) => changeId !== null && onDone(changeId) })
          }
          secondary={
            <Button variant="quiet" onClick={onClose}>
              Отмена
            </Button>
          }
        >
          <Outlooks subjects={answer.subjects} />
        </FormShell>
      )}
    </Modal>
  );
}

function Outlooks({ subjects }: { subjects: readonly Outlook[] }) {
  const changed = subjects.filter((one) => one.before !== one.after);
  const same = subjects.length - changed.length;
  return (
    <Stack>
      {changed.length === 0 && (
        <Notice>Ничего не изменится: у всех выбранных уже держатся такие правила.</Notice>
      )}
      {same > 0 && changed.length > 0 && (
        <p className="ink-2">{`Не изменится: ${same}. Изменится: ${changed.length}.`}</p>
      )}
      <ul className={styles.outlooks} aria-label="Что изменится">
        {changed.slice(0, SHOWN).map((one) => (
          <li key={one.id} className={styles.outlook}>
            <h3 className={styles.draftTitle}>
              {one.title} <span className={styles.from}>{one.note}</span>
            </h3>
            <p className={styles.from}>Было: {one.before}</p>
            <p>Станет: {one.after}</p>
            {BY.map(
              (by) =>
                one.held[by] && (
                  <p key={by} className={styles.heldBy}>
                    <StatusWord tone={HELD_TONE[by]}>{HELD_BY[by].title}</StatusWord>
                    <span className={styles.from}>{one.held[by]}</span>
                  </p>
                ),
            )}
          </li>
        ))}
      </ul>
      {changed.length > SHOWN && <p className="ink-2">{`И ещё ${changed.length - SHOWN}.`}</p>}
    </Stack>
  );
}

const BY = Object.keys(HELD_BY) as HeldBy[];

async function send(
  { layer, ids }: BulkTarget,
  { rules, setId }: Given,
  { preview, cards }: { preview: boolean; cards: readonly Card[] },
): Promise<Answer> {
  const body = { ids: [...ids], rules: [...rules], preview, ...(setId !== null && { set_id: setId }) };
  if (layer === 'group') {
    const { data } = await call(setManyGroupRules, { body });
    return {
      changeId: data.change_id,
      subjects: data.groups.map(({ cards: count, own, ...one }) => ({
        ...one,
        note: `${counted(count, CARD_FORMS)}${own > 0 ? `, у ${own} свои правила важнее` : ''}`,
      })),
    };
  }
  const { data } = await call(setManyRules, { body });
  const byId = new Map(cards.map((card) => [card.id, card]));
  return {
    changeId: data.change_id,
    subjects: data.cards.map((one) => {
      const card = byId.get(one.id);
      return {
        ...one,
        title: card ? cardName(card) : `Карта ${one.id}`,
        note: card ? `${card.partner.title}, ${shortNumber(card.card_number)}` : '',
      };
    }),
  };
}
