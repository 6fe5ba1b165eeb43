import type { CallAnswer } from '../../../server/client.ts';
import {
  FUEL_TITLE,
  FUELS,
  createVehicle,
  listVehicleGroups,
  listVehicles,
  readVehicle,
  updateVehicle,
} from '#contract/fleet/vehicles.ts';
import { formatPlate } from '#contract/values/plate.ts';
import { listCards } from '#contract/cards/cards.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { useRead } from '../../../state/use-call.ts';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { CardChoice } from './CardChoice.tsx';
import { formatDecimal, type Vehicle } from './format-vehicle.ts';

type Props = { vehicle?: Vehicle; onDone: (answer: CallAnswer<typeof createVehicle>) => void };

const READS = [listVehicles, readVehicle, listCards, listVehicleGroups];
const WIRE = { tank: 'tank_litres', norm: 'norm_litres_100km', winter: 'winter.norm_litres_100km' };

/** A new truck, or the whole of one that is there. */
export function VehicleForm({ vehicle, onDone }: Props) {
  const read = useRead(listVehicleGroups);
  const groups = read.data?.data ?? [];
  const form = useForm({ values: () => toDraft(vehicle), wire: WIRE });
  const left = { failed: `Машина ${form.values.plate}: не сохранена` };
  const create = useEndpointAction(createVehicle, { refresh: READS, left });
  const update = useEndpointAction(updateVehicle, { refresh: READS, left });
  const action = vehicle ? update : create;
  const text = (name: 'plate' | 'brand' | 'tank' | 'norm' | 'winter') => ({
    ...form.field(name),
    readOnly: action.isPending,
  });
  const number = { inputMode: 'decimal', autoComplete: 'off', maxLength: 10, optional: true } as const;
  return (
    <FormShell
      form={form}
      action={action}
      submitLabel={vehicle ? 'Сохранить' : 'Добавить машину'}
      disabledReason={form.values.plate.trim() === '' ? 'Укажите номер' : null}
      onChange={action.reset}
      onSubmit={(draft) => {
        const body = toBody(draft);
        if (vehicle) update.mutate({ params: { id: vehicle.id }, body }, { onSuccess: onDone });
        else create.mutate({ body }, { onSuccess: onDone });
      }}
    >
      <TextField
        label="Госномер"
        placeholder="А 123 ВС 77"
        autoComplete="off"
        maxLength={40}
        autoFocus={!vehicle}
        {...text('plate')}
      />
      <TextField label="Марка и модель" autoComplete="off" maxLength={100} optional {...text('brand')} />
      <Select
        label="Топливо"
        {...form.field('fuel')}
        disabled={action.isPending}
        options={FUELS.map((value) => ({ value, label: FUEL_TITLE[value] }))}
      />
      <TextField label="Бак, л" {...number} {...text('tank')} />
      <TextField label="Норма, л/100 км" {...number} {...text('norm')} />
      <TextField
        label="Норма зимой, л/100 км"
        help="С 1 ноября по 31 марта"
        {...number}
        {...text('winter')}
      />
      <ReadFailed what="Группы машин не загрузились." reads={[read]} />
      {groups.length > 0 && (
        <Select
          label="Группа"
          {...form.field('group')}
          disabled={action.isPending}
          options={[
            { value: '', label: 'Без группы' },
            ...groups.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
        />
      )}
      <CardChoice disabled={action.isPending} {...form.field('cards')} />
    </FormShell>
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
