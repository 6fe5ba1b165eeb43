import { listGoodsGroups } from '#contract/cards/cards.ts';
import { DISTRICT_TITLES, FEDERAL_DISTRICTS } from '#contract/values/federal-districts.ts';
import { listPartners } from '#contract/orders/orders.ts';
import { RULE_LABELS, type RuleField } from '#contract/fleet/rule-values.ts';
import { GoodsGroup } from '../../../cards/GoodsGroup.tsx';
import { TimeField } from '../../../forms/days/TimeField.tsx';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { TextArea, TextField } from '../../../ui/fields/TextField.tsx';
import { DAY_END, type RuleDraft } from './rule-draft.ts';
import styles from './Rules.module.css';

export type ValueProps = {
  draft: RuleDraft;
  /** Puts the focus into the number of a rule that was added just now. */
  autoFocus?: boolean;
  onChange: (change: Partial<RuleDraft>) => void;
};

/** The field of a rule, by its kind. */
export function RuleValue(props: ValueProps) {
  const Field = FIELDS[RULE_LABELS[props.draft.kind].field];
  return <Field {...props} />;
}

function NumberValue({ draft, autoFocus, onChange }: ValueProps) {
  const { title, suffix } = RULE_LABELS[draft.kind];
  return (
    <TextField
      label={title}
      labelHidden
      inputMode="decimal"
      suffix={suffix}
      value={draft.text}
      maxLength={14}
      autoFocus={autoFocus}
      onChange={(text) => onChange({ text })}
    />
  );
}

function FillingValue(props: ValueProps) {
  const { draft, onChange } = props;
  return (
    <Stack gap="1">
      <Segmented
        label="Не больше"
        labelHidden
        options={[
          { value: 'tank', label: 'Бака машины' },
          { value: 'litres', label: 'Числа литров' },
        ]}
        value={draft.tank ? 'tank' : 'litres'}
        onChange={(chosen) => onChange({ tank: chosen === 'tank' })}
      />
      {!draft.tank && <NumberValue {...props} />}
    </Stack>
  );
}

const DAYS = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'];

function HoursValue({ draft, onChange }: ValueProps) {
  return (
    <Stack gap="1">
      <fieldset className={styles.days}>
        <legend>Дни недели</legend>
        {DAYS.map((day, index) => (
          <Checkbox
            key={day}
            label={day}
            checked={draft.days.includes(index + 1)}
            onChange={(on) =>
              onChange({
                days: DAYS.map((_, at) => at + 1).filter((value) =>
                  value === index + 1 ? on : draft.days.includes(value),
                ),
              })
            }
          />
        ))}
      </fieldset>
      <Row align="start">
        <TimeField label="С (по Москве)" value={draft.from} onChange={(from) => onChange({ from })} />
        <TimeField
          label="До"
          value={draft.to === DAY_END ? '00:00' : draft.to}
          onChange={(to) => onChange({ to: to === '00:00' ? DAY_END : to })}
        />
      </Row>
    </Stack>
  );
}

function GoodsValue({ draft, onChange }: ValueProps) {
  const read = useRead(listGoodsGroups);
  if (read.isLoadingError) return <ReadFailed what="Виды топлива не загрузились." reads={[read]} />;
  if (!read.data) return <TextSkeleton count={3} label="Загружаются виды топлива" />;
  return (
    <Stack gap="1">
      {read.data.data.map((group) => (
        <GoodsGroup
          key={group.id}
          group={group}
          chosen={new Set(draft.ids)}
          disabled={false}
          onChoose={(ids, on) =>
            onChange({ ids: [...draft.ids.filter((id) => !ids.includes(id)), ...(on ? ids : [])] })
          }
        />
      ))}
    </Stack>
  );
}

function NetworksValue({ draft, onChange }: ValueProps) {
  const read = useRead(listPartners);
  if (read.isLoadingError) return <ReadFailed what="Сети не загрузились." reads={[read]} />;
  if (!read.data) return <TextSkeleton count={3} label="Загружаются сети" />;
  return (
    <fieldset className={styles.choices}>
      <legend>Сети</legend>
      {read.data.data.map(({ id, title }) => (
        <Checkbox
          key={id}
          label={title}
          checked={draft.ids.includes(id)}
          onChange={(on) =>
            onChange({ ids: [...draft.ids.filter((value) => value !== id), ...(on ? [id] : [])] })
          }
        />
      ))}
    </fieldset>
  );
}

const REGIONS = [
  ...DISTRICT_TITLES,
  ...Object.values(FEDERAL_DISTRICTS)
    .flat()
    .toSorted((a, b) => a.localeCompare(b, 'ru')),
];

function RegionsValue({ draft: { names }, onChange }: ValueProps) {
  return (
    <Stack gap="1">
      <Select
        label="Добавить округ или регион"
        options={REGIONS.filter((region) => !names.includes(region)).map((region) => ({
          value: region,
          label: region,
        }))}
        value=""
        placeholder="Выберите"
        onChange={(added) => onChange({ names: [...names, added] })}
      />
      <ul className={styles.chosen}>
        {names.map((name) => (
          <li key={name}>
            <Button
              size="small"
              variant="quiet"
              aria-label={`Убрать: ${name}`}
              onClick={() => onChange({ names: names.filter((value) => value !== name) })}
            >
              {name} ✕
            </Button>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function StationsValue({ draft, onChange }: ValueProps) {
  return (
    <TextArea
      label="Адреса АЗС"
      help="По одному в строке, как в операциях: «АЗС № 12, Московская область, Химки, Ленинградская, 1»"
      value={draft.names.join('\n')}
      onChange={(text) => onChange({ names: text.split('\n').filter((line) => line.trim() !== '') })}
    />
  );
}

const FIELDS = {
  number: NumberValue,
  filling: FillingValue,
  hours: HoursValue,
  goods: GoodsValue,
  networks: NetworksValue,
  regions: RegionsValue,
  stations: StationsValue,
} satisfies Record<RuleField, unknown>;
