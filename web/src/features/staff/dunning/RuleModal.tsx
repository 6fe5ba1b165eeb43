import {
  changeDunningRule,
  createDunningRule,
  DUNNING_BASES,
  DUNNING_BASIS_TITLE,
  listDunningRules,
  previewDunningRule,
  type DunningRuleOnWire,
} from '#contract/backoffice/dunning.ts';
import { listClientGroups } from '#contract/backoffice/client-groups.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { ClientField } from '../../../staff/ClientField.tsx';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { RulePreview } from './RulePreview.tsx';
import {
  draftProblem,
  emptyDraft,
  toInput,
  toRuleDraft,
  type RuleDraft,
  type TargetKind,
} from './rule-draft.ts';
import { StepsField } from './StepsField.tsx';

/** Pause in typing after which the server is asked whom the rule meets. */
const PAUSE_MS = 400;

const TARGETS: readonly { value: TargetKind; label: string }[] = [
  { value: 'all', label: 'Все остальные' },
  { value: 'group', label: 'Группа' },
  { value: 'client', label: 'Клиент' },
];

/** A rule of collection, new or one that is off, with a preview of whom it meets. */
export function RuleModal({ rule, onClose }: { rule: DunningRuleOnWire | null; onClose: () => void }) {
  const form = useForm<RuleDraft>({
    values: () => (rule ? toRuleDraft(rule) : emptyDraft()),
    wire: { client: 'company_id', groupId: 'client_group_id' },
  });
  const draft = form.values;
  const groups = useRead(listClientGroups);
  const refresh = [listDunningRules];
  const create = useStaffAction(createDunningRule, { name: 'Новое правило', refresh });
  const change = useStaffAction(changeDunningRule, { name: 'Правило взыскания', refresh });
  const problem = draftProblem(draft);
  const settled = useSettled(problem ? null : toInput(draft), PAUSE_MS);
  const preview = useRead(previewDunningRule, { body: settled ?? undefined }, { enabled: settled !== null });
  const body = toInput(draft);
  const usable = (groups.data?.data ?? []).filter(({ kind }) => kind === 'dunning');
  return (
    <FormModal
      form={form}
      title={rule ? 'Изменить правило' : 'Новое правило взыскания'}
      size="wide"
      submitLabel={rule ? 'Сохранить правило' : 'Создать правило'}
      action={rule ? change : create}
      disabledReason={problem}
      onSubmit={() =>
        rule
          ? change.mutate({ params: { id: rule.id }, body }, { onSuccess: onClose })
          : create.mutate({ body }, { onSuccess: onClose })
      }
      outcome={
        <RulePreview
          preview={problem ? null : (preview.data?.data ?? null)}
          message={problem ?? preview.error?.message ?? null}
        />
      }
      onClose={onClose}
    >
      <Segmented
        label="От какого срока считать"
        options={DUNNING_BASES.map((value) => ({ value, label: DUNNING_BASIS_TITLE[value] }))}
        value={draft.basis}
        onChange={(basis) =>
          form.set({
            basis,
            ...(basis === 'invoice' && { steps: draft.steps.filter(({ action }) => action === 'remind') }),
          })
        }
      />
      <Segmented label="Для кого" options={TARGETS} {...form.field('target')} />
      {draft.target === 'client' && <ClientField {...form.field('client')} autoFocus />}
      {draft.target === 'group' && (
        <>
          <ReadFailed what="Группы не загрузились." reads={[groups]} />
          <Select
            label="Группа"
            placeholder={usable.length > 0 ? 'Выберите группу' : 'Групп ещё нет'}
            options={usable.map(({ id, title }) => ({ value: String(id), label: title }))}
            {...form.field('groupId')}
          />
        </>
      )}
      <StepsField basis={draft.basis} {...form.field('steps')} />
      {draft.steps.some(({ action }) => action === 'stop') && (
        <Checkbox label="Включить карты, когда долг оплачен" {...form.checkbox('release')} />
      )}
    </FormModal>
  );
}
