import { useMemo } from 'react';
import { shortNumber } from '#contract/values/card-number.ts';
import { RULE_CARDS_MAX } from '#contract/fleet/bulk-rules.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import type { listRuleGroups } from '#contract/fleet/rules.ts';
import {
  cardName,
  CARD_FORMS,
  driverName,
  getUnnamedTruck,
  type Card,
} from '../../../cards/describe-card.ts';
import { findCards } from '../../../cards/find-cards.ts';
import { counted } from '#contract/values/counted.ts';
import { useForm } from '../../../forms/use-form.ts';
import type { Column } from '../../../tables/column.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { FilterBar } from '../../../tables/FilterBar.tsx';
import { SelectionBar } from '../../../tables/SelectionBar.tsx';
import { useRowSelection } from '../../../tables/use-row-selection.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';

type Group = EndpointData<typeof listRuleGroups>[number];
type TargetProps = { disabledReason: string | null; onAsk: (ids: readonly number[]) => void };
const GROUP_FORMS = ['группа', 'группы', 'групп'] as const;
const NO_GROUP = '—';

const CARD_COLUMNS: readonly Column<Card>[] = [
  {
    key: 'name',
    header: 'Карта',
    fixed: true,
    narrow: 'title',
    value: cardName,
    cell: (card) => (
      <TwoLines cut below={`${card.partner.title}, ${shortNumber(card.card_number)}`}>
        {cardName(card)}
      </TwoLines>
    ),
  },
  {
    key: 'user',
    header: 'Машина и водитель',
    width: 240,
    narrow: 'second',
    value: getUser,
    cell: getUser,
  },
  {
    key: 'group',
    header: 'Группа машин',
    width: 180,
    narrow: 'second',
    value: getGroup,
    cell: getGroup,
  },
];

/** The cards that are given rules: found, narrowed down and chosen. */
export function CardTargets({ cards, disabledReason, onAsk }: TargetProps & { cards: readonly Card[] }) {
  const form = useForm({ values: { searchText: '', network: '', group: '' } });
  const { searchText, network, group } = form.values;
  const shown = useMemo(
    () =>
      findCards(cards, searchText).filter(
        (card) =>
          (network === '' || String(card.partner.id) === network) &&
          (group === '' || (getGroup(card) ?? NO_GROUP) === group),
      ),
    [cards, searchText, network, group],
  );
  const listed = useMemo(() => shown.map(rowKey), [shown]);
  const { selection, selected } = useRowSelection(listed);
  if (cards.length === 0)
    return (
      <Panel>
        <EmptyState title="Карт пока нет">Правила можно назначить группам машин заранее.</EmptyState>
      </Panel>
    );
  const networks = new Map(cards.map(({ partner }) => [String(partner.id), partner.title]));
  const groups = [...new Set(cards.map((card) => getGroup(card) ?? NO_GROUP))].toSorted((a, b) =>
    a.localeCompare(b, 'ru'),
  );
  const clear = () => form.reset();
  return (
    <>
      <FilterBar
        line
        label="Поиск и фильтры карт"
        first={
          <TextField
            label="Поиск карты"
            labelHidden
            type="search"
            placeholder="Найти карту"
            {...form.field('searchText')}
            maxLength={100}
          />
        }
        fields={[
          {
            key: 'network',
            label: 'Сеть',
            all: 'Все сети',
            value: network,
            options: [...networks].map(([value, label]) => ({ value, label })),
            onChange: form.field('network').onChange,
          },
          {
            key: 'group',
            label: 'Группа машин',
            all: 'Все группы',
            value: group,
            options: groups.map((title) => ({
              value: title,
              label: title === NO_GROUP ? 'Без группы' : title,
            })),
            onChange: form.field('group').onChange,
          },
        ]}
        onClear={clear}
      />
      <Panel title={counted(shown.length, CARD_FORMS)} variant="flush">
        {shown.length === 0 ? (
          <EmptyState title="Таких карт нет" action={<Button onClick={clear}>Сбросить фильтры</Button>}>
            Измените запрос или уберите фильтры.
          </EmptyState>
        ) : (
          <DataTable
            caption="Карты, которым назначить правила"
            columns={CARD_COLUMNS}
            rows={shown}
            rowKey={rowKey}
            selection={selection}
            nameRow={(card) => `карту ${shortNumber(card.card_number)}`}
            fit
          />
        )}
      </Panel>
      <SelectionBar
        label="Выбранные карты"
        text={counted(selected.length, CARD_FORMS)}
        selected={selected.length}
        all={{ count: listed.length, onChoose: () => selection.chooseAll(listed, true) }}
        onNone={() => selection.chooseAll(listed, false)}
      >
        <Ask
          {...{ onAsk, selected }}
          disabledReason={
            disabledReason ??
            (selected.length > RULE_CARDS_MAX ? `За раз не больше ${RULE_CARDS_MAX} карт` : null)
          }
        />
      </SelectionBar>
    </>
  );
}

const GROUP_COLUMNS: readonly Column<Group>[] = [
  {
    key: 'title',
    header: 'Группа',
    fixed: true,
    width: 220,
    narrow: 'title',
    value: ({ title }) => title,
    cell: ({ title }) => title,
  },
  {
    key: 'rules',
    header: 'Свои правила',
    narrow: 'plain',
    value: ({ sentence }) => sentence,
    cell: ({ sentence }) => sentence,
  },
  {
    key: 'vehicles',
    header: 'Машин',
    width: 110,
    align: 'end',
    kind: 'count',
    narrow: 'aside',
    value: ({ vehicles }) => vehicles,
    cell: ({ vehicles }) => vehicles,
  },
];

/** The groups of trucks that are given rules. */
export function GroupTargets({ groups, disabledReason, onAsk }: TargetProps & { groups: readonly Group[] }) {
  const listed = useMemo(() => groups.map(rowKey), [groups]);
  const { selection, selected } = useRowSelection(listed);
  if (groups.length === 0)
    return (
      <Panel>
        <EmptyState title="Групп пока нет">Их заводят вместе с машинами, в автопарке.</EmptyState>
      </Panel>
    );
  return (
    <>
      <Panel title={counted(groups.length, GROUP_FORMS)} variant="flush">
        <DataTable
          caption="Группы машин, которым назначить правила"
          columns={GROUP_COLUMNS}
          rows={groups}
          rowKey={rowKey}
          selection={selection}
          nameRow={({ title }) => `группу «${title}»`}
        />
      </Panel>
      <SelectionBar
        label="Выбранные группы"
        text={counted(selected.length, GROUP_FORMS)}
        selected={selected.length}
        all={{ count: listed.length, onChoose: () => selection.chooseAll(listed, true) }}
        onNone={() => selection.chooseAll(listed, false)}
      >
        <Ask {...{ onAsk, selected, disabledReason }} />
      </SelectionBar>
    </>
  );
}

function Ask({ selected, disabledReason, onAsk }: TargetProps & { selected: readonly number[] }) {
  return disabledReason ? (
    <Button size="small" disabled disabledReason={disabledReason}>
      Что изменится
    </Button>
  ) : (
    <Button size="small" variant="primary" onClick={() => onAsk(selected)}>
      Что изменится
    </Button>
  );
}

/** Truck and driver that the card's name does not say already. */
function getUser(card: Card): string | null {
  const drivers = card.comment ? card.drivers.map(driverName) : [];
  return [getUnnamedTruck(card), ...drivers].filter(Boolean).join(', ') || null;
}

function getGroup({ vehicle }: Card): string | null {
  return vehicle?.group_title ?? null;
}

function rowKey({ id }: { id: number }): number {
  return id;
}
