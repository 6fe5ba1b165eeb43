import { useState } from 'react';
import type { CallAnswer } from '../../server/client.ts';
import {
  FUEL_TITLE,
  FUELS,
  createVehicle,
  listVehicleGroups,
  listVehicles,
  readVehicle,
  updateVehicle,
} from '#contract/vehicles.ts';
import { formatPlate } from '#contract/plate.ts';
import { listCards } from '#contract/cards.ts';
import { cardChoices } from '../../cards/card-choices.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { useRead } from '../../state/use-call.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { ReadFailed } from '../../ui/ReadFailed.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Fleet.module.css';
import { formatDecimal, type Vehicle } from './format-vehicle.ts';

type Props = { vehicle?: Vehicle; onDone: (answer: CallAnswer<typeof createVehicle>) => void };

const READS = [listVehicles, readVehicle, listCards, listVehicleGroups];
const OWN = ['plate', 'brand', 'tank_litres', 'norm_litres_100km', 'winter.norm_litres_100km'];

/** A new truck, or the whole of one that is there. */
export function VehicleForm({ vehicle, onDone }: Props) {
  const [draft, setDraft] = useState(() => toDraft(vehicle));
  const read = useRead(listVehicleGroups);
  const groups = read.data?.data ?? [];
  const left = { failed: `Машина ${draft.plate}: не сохранена` };
  const create = useEndpointAction(createVehicle, { refresh: READS, left });
  const update = useEndpointAction(updateVehicle, { refresh: READS, left });
  const action = vehicle ? update : create;
  const refusals: Record<string, readonly string[] | undefined> = action.error?.fields ?? {};

  function set(part: Partial<typeof draft>) {
    setDraft({ ...draft, ...part });
    action.reset();
  }
  function send() {
    const body = toBody(draft);
    const after = { onSuccess: onDone };
    if (vehicle) update.mutate({ params: { id: vehicle.id }, body }, after);
    else create.mutate({ body }, after);
  }
  const field = (
    key: keyof typeof draft & ('plate' | 'brand' | 'tank' | 'norm' | 'winter'),
    name: string,
  ) => ({
    value: draft[key],
    readOnly: action.isPending,
    error: refusals[name]?.[0] ?? null,
    onChange: (text: string) => set({ [key]: text }),
  });
  const number = { inputMode: 'decimal', autoComplete: 'off', maxLength: 10, optional: true } as const;
  return (
    <FormShell
      submitLabel={vehicle ? 'Сохранить' : 'Добавить машину'}
      loading={action.isPending}
      error={action.error}
      ownFields={OWN}
      disabledReason={draft.plate.trim() === '' ? 'Укажите номер' : null}
      onSubmit={send}
    >
      <TextField
        label="Госномер"
        placeholder="А 123 ВС 77"
        autoComplete="off"
        maxLength={40}
        autoFocus={!vehicle}
        {...field('plate', 'plate')}
      />
      <TextField
        label="Марка и модель"
        autoComplete="off"
        maxLength={100}
        optional
        {...field('brand', 'brand')}
      />
      <Select
        label="Топливо"
        value={draft.fuel}
        disabled={action.isPending}
        onChange={(fuel) => set({ fuel: FUELS.find((item) => item === fuel) ?? 'diesel' })}
        options={FUELS.map((value) => ({ value, label: FUEL_TITLE[value] }))}
      />
      <TextField label="Бак, л" {...number} {...field('tank', 'tank_litres')} />
      <TextField label="Норма, л/100 км" {...number} {...field('norm', 'norm_litres_100km')} />
      <TextField
        label="Норма зимой, л/100 км"
        help="С 1 ноября по 31 марта"
        {...number}
        {...field('winter', 'winter.norm_litres_100km')}
      />
      <ReadFailed what="Группы машин не загрузились." reads={[read]} />
      {groups.length > 0 && (
        <Select
          label="Группа"
          value={draft.group}
          disabled={action.isPending}
          onChange={(group) => set({ group })}
          options={[
            { value: '', label: 'Без группы' },
            ...groups.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
        />
      )}
      <CardChoice chosen={draft.cards} disabled={action.isPending} onChange={(cards) => set({ cards })} />
    </FormShell>
  );
}

type ChoiceProps = { chosen: readonly number[]; disabled: boolean; onChange: (cards: number[]) => void };

/** Chooses the cards of the truck. One that is on another truck leaves it. */
function CardChoice({ chosen, disabled, onChange }: ChoiceProps) {
  const read = useRead(listCards);
  const cards = cardChoices(read.data?.data ?? []);
  if (cards.length === 0) return <ReadFailed what="Карты не загрузились." reads={[read]} />;
  return (
    <Disclosure summary={chosen.length > 0 ? `Карты на машине: ${chosen.length}` : 'Выбрать карты'}>
      <fieldset className={styles.cards}>
        <legend className="ink-2">Карта бывает на одной машине: с прежней она снимется</legend>
        {cards.map(({ id, label }) => (
          <Checkbox
            key={id}
            label={label}
            checked={chosen.includes(id)}
            disabled={disabled}
            onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((value) => value !== id))}
          />
        ))}
      </fieldset>
    </Disclosure>
  );
}

function toDraft(vehicle?: Vehicle) {
  return {
    plate: vehicle ? formatPlate(vehicle.plate) : '',
    brand: vehicle?.brand ?? '',
    fuel: vehicle?.fuel ?? ('diesel' as const),
    tank: formatDecimal(vehicle?.tank_litres ?? null),
    norm: formatDecimal(vehicle?.norm_litres_100km ?? null),
    winter: formatDecimal(vehicle?.winter?.norm_litres_100km ?? null),
    group: String(vehicle?.group_id ?? ''),
    cards: vehicle?.card_ids ?? [],
    season: vehicle?.winter ?? null,
  };
}

function toBody(draft: ReturnType<typeof toDraft>) {
  const plain = (text: string) => text.replace(/\s/g, '');
  return {
    plate: draft.plate,
    brand: draft.brand,
    fuel: draft.fuel,
    tank_litres: plain(draft.tank),
    norm_litres_100km: plain(draft.norm),
    winter: draft.winter === '' ? undefined : { ...draft.season, norm_litres_100km: plain(draft.winter) },
    group_id: draft.group,
    card_ids: [...draft.cards],
  };
}
