import { useEffect, useRef, useState } from 'react';
import { listRuleSets, RULE_SET_TITLE_MAX, removeRuleSet, saveRuleSet } from '#contract/fleet/bulk-rules.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { readGroupRules, type listRuleGroups } from '#contract/fleet/rules.ts';
import { RULE_LABELS, type Rule } from '#contract/fleet/rule-values.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { formatDate } from '../../../lib/format.ts';
import { counted } from '#contract/values/counted.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { RuleEditor } from './RuleEditor.tsx';
import styles from './Rules.module.css';

type RuleSet = EndpointData<typeof listRuleSets>[number];
type Props = {
  sets: readonly RuleSet[];
  groups: EndpointData<typeof listRuleGroups>;
  profileRules: readonly Rule[];
  given: Given | null;
  /** Null while the choice is still being read. */
  onGive: (given: Given | null) => void;
};
const RULE_FORMS = ['правило', 'правила', 'правил'] as const;

/** Lets the user choose the rules to give: a named set, those of a layer, new ones, or none. */
export function RuleSource({ sets, groups, profileRules, given, onGive }: Props) {
  const [chosen, setChosen] = useState('');
  const { open, show, dialog } = useDialogs();
  const [groupId, setGroupId] = useState<number | null>(null);
  const group = useRead(readGroupRules, { params: { id: groupId ?? 0 } }, { enabled: groupId !== null });
  const set = sets.find((item) => `set:${item.id}` === chosen);
  const found = groupId !== null && group.data?.data.group.id === groupId ? group.data.data : null;
  // True once for each choice. A later read must not replace what was edited since.
  const awaited = useRef(false);
  useEffect(() => {
    if (!found || !awaited.current) return;
    awaited.current = false;
    onGive({ rules: found.rules, setId: null, title: `Правила группы «${found.group.title}»` });
  }, [found, onGive]);

  function choose(value: string) {
    setChosen(value);
    setGroupId(null);
    awaited.current = value.startsWith('group:');
    const [kind, id] = value.split(':');
    const named = sets.find((item) => String(item.id) === id);
    if (kind === 'set' && named) onGive({ rules: named.rules, setId: named.id, title: named.title });
    if (kind === 'profile') onGive({ rules: profileRules, setId: null, title: 'Правила всех карт' });
    if (kind === 'group') {
      // Until the rules have been read nothing is given, least of all the previous choice.
      onGive(null);
      setGroupId(Number(id));
    }
    if (kind === 'none') onGive({ rules: [], setId: null, title: 'Без своих правил' });
    if (kind === 'new') edit();
  }

  function edit() {
    show((onClose) => (
      <RuleEditor
        title="Какие правила назначить"
        rules={given?.rules ?? []}
        lifts
        pending={false}
        error={null}
        onClose={onClose}
        onSave={(rules) => {
          onGive({ rules, setId: null, title: 'Новые правила' });
          setChosen('new:');
          onClose();
        }}
      />
    ));
  }
  function save({ rules }: Given) {
    show((onClose) => (
      <SaveSet
        rules={rules}
        title={set?.title ?? ''}
        onClose={onClose}
        onSaved={(saved) => {
          setChosen(`set:${saved.id}`);
          onGive({ rules: saved.rules, setId: saved.id, title: saved.title });
          onClose();
        }}
      />
    ));
  }
  function onRemoved() {
    setChosen('new:');
    if (given) onGive({ ...given, setId: null, title: 'Новые правила' });
  }

  return (
    <Stack>
      <Select
        label="Откуда взять"
        placeholder="Выберите правила"
        value={chosen}
        onChange={choose}
        options={[
          ...sets.map((item) => ({ value: `set:${item.id}`, label: `Набор «${item.title}»` })),
          { value: 'profile:', label: 'Правила всех карт' },
          ...groups.map((item) => ({ value: `group:${item.id}`, label: `Правила группы «${item.title}»` })),
          { value: 'new:', label: 'Новые правила' },
          { value: 'none:', label: 'Без своих правил: снять то, что есть' },
        ]}
      />
      {groupId !== null && group.isLoadingError && (
        <LoadError
          message={group.error?.message ?? ''}
          onReload={() => void group.refetch()}
          reloading={group.isFetching}
        />
      )}
      {given && (
        <>
          <p className={styles.sentence}>{formatSource(given, set)}</p>
          {set && (
            <p className={styles.from}>
              Набор сохранён {formatDate(set.changed_at, 'datetime')}, {set.changed_by}
            </p>
          )}
        </>
      )}
      {(given || chosen === 'new:') && (
        <Row gap="2">
          <Button size="small" onClick={edit}>
            Изменить правила
          </Button>
          {given && given.rules.length > 0 && (
            <Button size="small" onClick={() => save(given)}>
              Сохранить как набор
            </Button>
          )}
          {set && (
            <Button size="small" variant="quiet" onClick={() => open(RemoveDialog, { set, onRemoved })}>
              Удалить набор
            </Button>
          )}
        </Row>
      )}
      {dialog}
    </Stack>
  );
}

function formatSource({ rules, title }: Given, set: RuleSet | undefined): string {
  if (set) return set.sentence;
  if (rules.length === 0) return `${title}: останутся правила группы и всех карт`;
  const names = rules.map(({ kind }) => RULE_LABELS[kind].title.toLowerCase()).join(', ');
  return `${title}: ${counted(rules.length, RULE_FORMS)} (${names})`;
}

type SaveProps = {
  rules: readonly Rule[];
  title: string;
  onClose: () => void;
  onSaved: (set: RuleSet) => void;
};

function SaveSet({ rules, title: before, onClose, onSaved }: SaveProps) {
  const form = useForm({ values: { title: before } });
  const { title } = form.values;
  const action = useEndpointAction(saveRuleSet, {
    refresh: [listRuleSets],
    left: { failed: 'Набор правил не сохранён' },
  });
  return (
    <FormModal
      form={form}
      submitLabel="Сохранить набор"
      action={action}
      disabledReason={title.trim() === '' ? 'Назовите набор' : null}
      onSubmit={() =>
        action.mutate(
          { body: { title: title.trim(), rules: [...rules] } },
          { onSuccess: ({ data }) => onSaved(data) },
        )
      }
      title="Сохранить как набор"
      onClose={onClose}
    >
      <TextField
        label="Название"
        help="Набор с таким же названием заменится. Карты и группы, которым его назначили раньше, не изменятся."
        {...form.field('title')}
        maxLength={RULE_SET_TITLE_MAX}
        autoFocus
      />
    </FormModal>
  );
}

type Removed = { set: RuleSet; onRemoved: () => void };

const RemoveDialog = defineConfirmDialog({
  title: ({ set }: Removed) => `Удалить набор «${set.title}»?`,
  confirmLabel: 'Удалить',
  text: () => <p>Карты и группы, которым его назначили, сохранят свои правила.</p>,
  call: removeRuleSet,
  input: ({ set }) => ({ params: { id: set.id } }),
  refresh: [listRuleSets],
  failed: 'Набор правил не удалён',
  onDone: ({ onRemoved }) => onRemoved(),
});

export type Given = { rules: readonly Rule[]; setId: number | null; title: string };
