import { useState, type ReactNode } from 'react';
import {
  isBudgetKind,
  RULE_KINDS,
  RULE_LABELS,
  type Rule,
  type RuleKind,
} from '#contract/fleet/rule-values.ts';
import type { CallFailed } from '../../../server/client.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { toDraft, newDraft, toRule, type RuleDraft } from './rule-draft.ts';
import { Row } from '../../../ui/Stack.tsx';
import { RuleValue } from './RuleValue.tsx';
import styles from './Rules.module.css';

type Props = {
  title: string;
  rules: readonly Rule[];
  /** A layer with another layer above it can lift the rules of that layer. */
  lifts: boolean;
  /** The rules of a group, whose cards can share a budget. */
  budgets?: boolean;
  /** The rule that stands ready to be filled in, unless the layer has it. */
  begin?: RuleKind | undefined;
  pending: boolean;
  error: CallFailed | null;
  /** Receives the rules after each change, null while one of them is unfinished. */
  onChange?: (rules: Rule[] | null) => void;
  /** Stands beside the rules, with their effect, where others inherit them. */
  outcome?: ReactNode;
  /** Reason why finished rules cannot be saved yet, null when they can. */
  unseen?: string | null;
  onSave: (rules: Rule[]) => void;
  onClose: () => void;
};

/** Limits that companies set most often: one click adds such a rule, and its number is typed at once. */
const COMMON_KINDS: readonly RuleKind[] = ['litres_day', 'litres_week', 'sum_month'];

/** The rules of one layer, as they are being written. */
export function RuleEditor({
  title,
  rules,
  lifts,
  budgets = false,
  begin,
  pending,
  error,
  onChange,
  outcome,
  unseen = null,
  onSave,
  onClose,
}: Props) {
  const [added, setAdded] = useState(begin);
  const [drafts, setDrafts] = useState<readonly RuleDraft[]>(() => [
    ...rules.map(toDraft),
    ...(begin && !rules.some(({ kind }) => kind === begin) ? [newDraft(begin)] : []),
  ]);
  const written = drafts.map(toRule);
  const free = RULE_KINDS.filter(
    (kind) => (budgets || !isBudgetKind(kind)) && !drafts.some((draft) => draft.kind === kind),
  );
  const unfinished = drafts.find((_, index) => written[index] === null);
  const replace = (next: readonly RuleDraft[]) => {
    setDrafts(next);
    const rulesNow = next.map(toRule);
    onChange?.(rulesNow.some((rule) => rule === null) ? null : (rulesNow as Rule[]));
  };
  const change = (kind: RuleKind, input: Partial<RuleDraft>) =>
    replace(drafts.map((draft) => (draft.kind === kind ? { ...draft, ...input } : draft)));
  const add = (kind: RuleKind) => {
    replace([...drafts, newDraft(kind)]);
    setAdded(kind);
  };
  return (
    <Modal opened onClose={onClose} title={title} busy={pending} size={outcome ? 'wide' : 'medium'}>
      <FormShell
        submitLabel="Сохранить правила"
        action={{ isPending: pending, error: error }}
        disabledReason={unfinished ? `Заполните правило «${RULE_LABELS[unfinished.kind].title}»` : unseen}
        outcome={outcome}
        onSubmit={() => onSave(written.filter((item) => item !== null) as Rule[])}
      >
        {drafts.length === 0 && (
          <p className="ink-2">Своих правил пока нет. Добавьте первое: литры, часы, топливо или место.</p>
        )}
        {drafts.map((draft) => (
          <section key={draft.kind} className={styles.draft} aria-label={RULE_LABELS[draft.kind].title}>
            <div className={styles.draftHead}>
              <h3 className={styles.draftTitle}>{RULE_LABELS[draft.kind].title}</h3>
              <Button
                size="small"
                variant="quiet"
                aria-label={`Убрать: ${RULE_LABELS[draft.kind].title}`}
                onClick={() => replace(drafts.filter((ruleDraft) => ruleDraft !== draft))}
              >
                Убрать
              </Button>
            </div>
            {lifts && !isBudgetKind(draft.kind) && (
              <Checkbox
                label="Без этого ограничения"
                checked={draft.lifted}
                onChange={(lifted) => change(draft.kind, { lifted })}
              />
            )}
            {!draft.lifted && (
              <RuleValue
                draft={draft}
                autoFocus={draft.kind === added}
                onChange={(input) => change(draft.kind, input)}
              />
            )}
          </section>
        ))}
        <Row gap="1">
          {COMMON_KINDS.filter((kind) => free.includes(kind)).map((kind) => (
            <Button
              key={kind}
              size="small"
              aria-label={`Добавить: ${RULE_LABELS[kind].title}`}
              onClick={() => add(kind)}
            >
              {RULE_LABELS[kind].title}
            </Button>
          ))}
        </Row>
        <Select
          label="Добавить правило"
          options={free.map((kind) => ({ value: kind, label: RULE_LABELS[kind].title }))}
          value=""
          placeholder="Выберите, что ограничить"
          onChange={(kind) => add(kind as RuleKind)}
        />
      </FormShell>
    </Modal>
  );
}
