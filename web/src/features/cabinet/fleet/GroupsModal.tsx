import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import { listCards } from '#contract/cards/cards.ts';
import {
  COST_CENTRE_MAX_LENGTH,
  createCardGroup,
  listCardGroups,
  removeCardGroup,
  updateCardGroup,
} from '#contract/fleet/card-groups.ts';
import type { BudgetKind } from '#contract/fleet/rule-values.ts';
import { listRuleGroups } from '#contract/fleet/rules.ts';
import { listVehicleGroups, listVehicles } from '#contract/fleet/vehicles.ts';
import { counted } from '#contract/values/counted.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { CARD_FORMS } from '../../../cards/describe-card.ts';
import { LimitMeter } from '../../../cards/LimitMeter.tsx';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm, type Form } from '../../../forms/use-form.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { LinkButton } from '../../../ui/text/TextLink.tsx';
import { useDialogs, type ItemDialog } from '../../../ui/use-dialogs.tsx';
import { VEHICLE_FORMS } from './format-vehicle.ts';
import styles from './Fleet.module.css';

type Group = EndpointData<typeof listCardGroups>[number];
type Budget = EndpointData<typeof listRuleGroups>[number]['budgets'][number];
type Values = { title: string; costCentre: string };
type Layer = { groupId: number; title: string; begin?: BudgetKind };
/** Parts that the page takes from another feature. */
export interface GroupParts {
  /** Dialog of a group's rules. */
  GroupRules: ItemDialog<Layer>;
}

const REFRESH = [listCardGroups, listRuleGroups, listVehicleGroups, listVehicles, listCards];
const NEW: Values = { title: '', costCentre: '' };

/** The groups of trucks and cards: rules, budgets and reports go by them. A group is changed in its place of the list. */
export function GroupsModal({ GroupRules, onClose }: GroupParts & { onClose: () => void }) {
  const form = useForm({ values: NEW });
  const { title, costCentre } = form.values;
  const read = useRead(listCardGroups);
  const rules = useRead(listRuleGroups);
  const { open, dialog } = useDialogs();
  const [changed, setChanged] = useState<Group | null>(null);
  const [undone, setUndone] = useState<Group | null>(null);
  const create = useEndpointAction(createCardGroup, {
    refresh: REFRESH,
    left: { failed: `Группа ${title} не добавлена` },
  });
  const update = useEndpointAction(updateCardGroup, {
    refresh: REFRESH,
    refreshAfter: ({ code }) => code === 404,
    left: { failed: 'Группа не изменена' },
  });
  const action = changed ? update : create;
  const fill = (group: Group | null) => {
    create.reset();
    update.reset();
    setChanged(group);
    setUndone(null);
    form.reset(group ? { title: group.title, costCentre: group.cost_centre } : NEW);
  };
  const submit = () => {
    const body = { title, cost_centre: costCentre };
    if (!changed) return create.mutate({ body }, { onSuccess: () => fill(null) });
    update.mutate(
      { params: { id: changed.id }, body },
      { onSuccess: () => (fill(null), setUndone(changed)) },
    );
  };
  return (
    <Modal opened onClose={onClose} title="Группы" busy={action.isPending}>
      <FormShell
        key={changed?.id}
        form={form}
        submitLabel={changed ? 'Сохранить' : 'Добавить группу'}
        action={action}
        disabledReason={title.trim() === '' ? 'Назовите группу' : null}
        onChange={action.reset}
        onSubmit={submit}
        secondary={
          changed && (
            <Button variant="quiet" onClick={() => fill(null)}>
              Отмена
            </Button>
          )
        }
      >
        <ReadFailed what="Группы не загрузились." reads={[read]} />
        {undone && (
          <Notice
            tone="go"
            action={
              <LinkButton
                onClick={() =>
                  update.mutate(
                    {
                      params: { id: undone.id },
                      body: { title: undone.title, cost_centre: undone.cost_centre },
                    },
                    { onSuccess: () => setUndone(null) },
                  )
                }
              >
                Отменить
              </LinkButton>
            }
          >
            Группа изменена. Было: {describeNames(undone)}
          </Notice>
        )}
        <ul className={styles.lines}>
          {(read.data?.data ?? []).map((group) => {
            const budgets = rules.data?.data.find(({ id }) => id === group.id)?.budgets ?? [];
            return group.id === changed?.id ? (
              <li key={group.id}>
                <GroupFields form={form} label="Название группы" autoFocus />
              </li>
            ) : (
              <GroupLine
                key={group.id}
                group={group}
                budgets={budgets}
                onBudget={() => open(GroupRules, toLayer(group, budgets))}
                onChange={() => fill(group)}
                onRemove={() => open(RemoveDialog, group)}
              />
            );
          })}
        </ul>
        {!changed && (
          <GroupFields form={form} label="Новая группа" help="Например, отдел, колонна или филиал" />
        )}
      </FormShell>
      {dialog}
    </Modal>
  );
}

type GroupLineProps = {
  group: Group;
  budgets: readonly Budget[];
  onBudget: () => void;
  onChange: () => void;
  onRemove: () => void;
};

function GroupLine({ group, budgets, onBudget, onChange, onRemove }: GroupLineProps) {
  const label = budgets.length > 0 ? 'Бюджет и правила' : 'Задать бюджет';
  return (
    <li>
      <div className={styles.group}>
        <span>
          {group.title} <span className="ink-2">{describeGroup(group)}</span>
        </span>
        {budgets.map((budget) => (
          <LimitMeter
            key={`${budget.unit.id}-${budget.period.id}`}
            limit={budget}
            label={`Бюджет группы «${group.title}»`}
          />
        ))}
        <LinkButton onClick={onBudget} aria-label={`${label} группы «${group.title}»`}>
          {label}
        </LinkButton>
      </div>
      <span className={styles.groupActions}>
        <IconButton label={`Изменить группу: ${group.title}`} icon={icon(IconPencil)} onClick={onChange} />
        <IconButton label={`Удалить группу: ${group.title}`} icon={icon(IconTrash)} onClick={onRemove} />
      </span>
    </li>
  );
}

type GroupFieldsProps = { form: Form<Values>; label: string; help?: string; autoFocus?: boolean };

function GroupFields({ form, label, help, autoFocus = false }: GroupFieldsProps) {
  return (
    <div className={styles.groupFields}>
      <TextField
        label={label}
        {...(help && { help })}
        {...form.field('title')}
        maxLength={60}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked to change it
        autoFocus={autoFocus}
      />
      <TextField
        label="Центр затрат"
        help="Код для бухгалтерии: он останется на каждой покупке группы"
        optional
        {...form.field('costCentre')}
        maxLength={COST_CENTRE_MAX_LENGTH}
      />
    </div>
  );
}

const RemoveDialog = defineConfirmDialog({
  title: ({ title }: Group) => `Удалить группу «${title}»?`,
  confirmLabel: 'Удалить',
  text: ({ vehicles, cards }) => (
    <p>
      {vehicles + cards > 0 &&
        `Без группы останутся ${counted(vehicles, VEHICLE_FORMS)} и ${counted(cards, CARD_FORMS)}. `}
      Правила и бюджет группы перестанут действовать, вернуть их нельзя. Прошлые покупки сохранят центр
      затрат.
    </p>
  ),
  call: removeCardGroup,
  input: ({ id }) => ({ params: { id } }),
  refresh: REFRESH,
  refreshAfter: ({ code }) => code === 404,
  failed: ({ title }) => `Группа ${title} не удалена`,
});

function icon(Icon: typeof IconTrash): ReactNode {
  return <Icon aria-hidden="true" stroke={1.75} />;
}

/** The rules of a group. Without a budget they begin with one of a month in rubles. */
function toLayer({ id, title }: Group, budgets: readonly Budget[]): Layer {
  const layer = { groupId: id, title: `Правила группы «${title}»` };
  return budgets.length > 0 ? layer : { ...layer, begin: 'together_sum_month' };
}

function describeGroup({ vehicles, cards, cost_centre: costCentre }: Group): string {
  const own = [counted(vehicles, VEHICLE_FORMS), counted(cards, CARD_FORMS)];
  return [...own, costCentre && `центр затрат ${costCentre}`].filter(Boolean).join(', ');
}

function describeNames({ title, cost_centre: costCentre }: Group): string {
  return `«${title}», ${costCentre ? `центр затрат ${costCentre}` : 'без центра затрат'}`;
}
