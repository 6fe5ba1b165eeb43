import { useState, useEffect } from 'react';
import { listRuleSets, setManyGroupRules, setManyRules } from '#contract/fleet/bulk-rules.ts';
import { can } from '#contract/access.ts';
import { listCards } from '#contract/cards/cards.ts';
import {
  listRuleGroups,
  readProfileRules,
  ENFORCED_BY,
  listRuleChanges,
  readCardRules,
  readGroupRules,
  type EnforcedBy,
} from '#contract/fleet/rules.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { ListSkeleton, TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { CardTargets, GroupTargets } from './BulkTargets.tsx';
import { ChangeSheet } from './ChangeSheet.tsx';
import { RuleSource, type Given } from './RuleSource.tsx';
import { shortNumber } from '#contract/values/card-number.ts';
import { cardName, CARD_FORMS, type Card } from '../../../cards/describe-card.ts';
import { useCustomAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { counted } from '#contract/values/counted.ts';
import { call } from '../../../server/client.ts';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { ENFORCED_BY_TONE } from './EnforcedRules.tsx';
import styles from './Rules.module.css';

/** The same rules for many cards or groups: what is given, to whom, what that changes, and how it went. */
export function BulkRules() {
  const [given, setGiven] = useState<Given | null>(null);
  const [layer, setLayer] = useState<'card' | 'group'>('card');
  const [requested, setRequested] = useState<BulkTarget | null>(null);
  const [changeId, setChangeId] = useState<number | null>(null);
  const mayChange = can(useRole(), 'changeCard');
  const cards = useRead(listCards, { query: {} });
  const groups = useRead(listRuleGroups);
  const sets = useRead(listRuleSets);
  const profile = useRead(readProfileRules);
  const reads = [cards, groups, sets, profile];
  if (!mayChange)
    return (
      <Panel>
        <EmptyState title="Правила назначают администратор и менеджер">
          Вам доступен просмотр: правила всех карт и групп показаны на соседней вкладке.
        </EmptyState>
      </Panel>
    );
  if (!cards.data || !groups.data || !sets.data || !profile.data) {
    const failed = reads.find((read) => read.isError && !read.data);
    return failed ? (
      <LoadError
        message={failed.error?.message ?? ''}
        onReload={() => void Promise.all(reads.map((read) => read.refetch()))}
        reloading={reads.some((read) => read.isFetching)}
      />
    ) : (
      <Panel variant="flush">
        <ListSkeleton count={6} label="Загружаются карты и правила" />
      </Panel>
    );
  }
  const ask = (ids: readonly number[]) => setRequested({ layer, ids });
  const disabledReason = given ? null : 'Сначала выберите, какие правила назначить';
  return (
    <Stack gap="3">
      <Panel title="Какие правила">
        <RuleSource
          sets={sets.data.data}
          groups={groups.data.data}
          profileRules={profile.data.data.rules}
          given={given}
          onGive={setGiven}
        />
      </Panel>
      <Segmented
        label="Кому назначить правила"
        options={[
          { value: 'card', label: 'Картам' },
          { value: 'group', label: 'Группам машин' },
        ]}
        value={layer}
        onChange={setLayer}
      />
      {layer === 'card' ? (
        <CardTargets cards={cards.data.data} disabledReason={disabledReason} onAsk={ask} />
      ) : (
        <GroupTargets groups={groups.data.data} disabledReason={disabledReason} onAsk={ask} />
      )}
      {requested && given && (
        <BulkPreview
          target={requested}
          given={given}
          cards={cards.data.data}
          onClose={() => setRequested(null)}
          onDone={(id) => {
            setRequested(null);
            setChangeId(id);
          }}
        />
      )}
      {changeId !== null && <ChangeSheet changeId={changeId} onClose={() => setChangeId(null)} />}
    </Stack>
  );
}

type BulkTarget = { layer: 'card' | 'group'; ids: readonly number[] };
type Outlook = {
  id: number;
  title: string;
  note: string;
  before: string;
  after: string;
  held: Record<EnforcedBy, string | null>;
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

/** Shows which rules would change for each card before anything is changed, then applies the change. */
function BulkPreview({ target, given, cards, onClose, onDone }: Props) {
  const ask = (preview: boolean) => send(target, given, { preview, cards });
  const preview = useCustomAction('previewManyRules', () => ask(true), {});
  const action = useCustomAction('applyManyRules', () => ask(false), {
    refresh: [listRuleChanges, listRuleGroups, readCardRules, readGroupRules],
    left: {
      done: { tone: 'go', title: 'Правила назначены', message: given.title },
      failed: 'Правила не назначены',
    },
  });
  const { mutate } = preview;
  useEffect(() => mutate(undefined), [mutate]);
  const answer = preview.data;
  const text = counted(target.ids.length, target.layer === 'card' ? TO_CARDS : TO_GROUPS);
  return (
    <Modal opened onClose={onClose} title="Что изменится" size="wide" busy={action.isPending}>
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
          submitLabel={`Назначить правила ${text}`}
          action={action}
          disabledReason={null}
          onSubmit={() =>
            action.mutate(undefined, { onSuccess: ({ changeId }) => changeId !== null && onDone(changeId) })
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
  const changed = subjects.filter((subject) => subject.before !== subject.after);
  const same = subjects.length - changed.length;
  return (
    <Stack>
      {changed.length === 0 && <Notice>Ничего не изменится: у всех выбранных уже такие правила.</Notice>}
      {same > 0 && changed.length > 0 && (
        <p className="ink-2">{`Не изменится: ${same}. Изменится: ${changed.length}.`}</p>
      )}
      <ul className={styles.outlooks} aria-label="Что изменится">
        {changed.slice(0, SHOWN).map((outlook) => (
          <li key={outlook.id} className={styles.outlook}>
            <h3 className={styles.draftTitle}>
              {outlook.title} <span className={styles.from}>{outlook.note}</span>
            </h3>
            <p className={styles.from}>Было: {outlook.before}</p>
            <p>Станет: {outlook.after}</p>
            {ENFORCED_BY_KEYS.map(
              (by) =>
                outlook.held[by] && (
                  <p key={by} className={styles.heldBy}>
                    <StatusLabel tone={ENFORCED_BY_TONE[by]}>{ENFORCED_BY[by].title}</StatusLabel>
                    <span className={styles.from}>{outlook.held[by]}</span>
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

const ENFORCED_BY_KEYS = Object.keys(ENFORCED_BY) as EnforcedBy[];

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
    subjects: data.cards.map((item) => {
      const card = byId.get(item.id);
      return {
        ...item,
        title: card ? cardName(card) : `Карта ${item.id}`,
        note: card ? `${card.partner.title}, ${shortNumber(card.card_number)}` : '',
      };
    }),
  };
}
