import { useState } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import { fuelAtSimulatedPump, PUMP_FAULTS, type PumpFault } from '#contract/fuel/pump-development.ts';
import { listStations } from '#contract/programme/stations.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { formatFixed } from '../../../lib/format.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import { useCounted } from '../../../lib/use-counted.ts';
import { useRead } from '../../../state/use-call.ts';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { CardSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import styles from './DevPump.module.css';

type Outcome = EndpointData<typeof fuelAtSimulatedPump>;
type Shown = 'code' | 'qr' | 'card_number';

/** Stations of one brand to choose from: the first ones are enough for a demonstration. */
const STATIONS_SHOWN = 60;
const FILLING_MS = 4000;

const NOZZLES = [
  { value: '301', label: 'ДТ' },
  { value: '303', label: 'ДТ+' },
  { value: '401', label: '92' },
  { value: '402', label: '95' },
  { value: '501', label: 'СУГ' },
] as const;

const SHOWN: readonly { value: Shown; label: string; field: string }[] = [
  { value: 'code', label: 'Код', field: 'Код с телефона водителя' },
  { value: 'qr', label: 'QR', field: 'Текст QR-кода' },
  { value: 'card_number', label: 'Карта', field: 'Номер карты' },
];

const FAULT_TITLE: Record<PumpFault, string> = {
  none: 'Без сбоя',
  'lost-authorisation': 'Потерян ответ «можно заправлять»',
  'lost-settlement': 'Потеряно сообщение о заправке',
  twice: 'Сообщение о заправке пришло дважды',
  late: 'Сообщение пришло после срока',
  short: 'Налита половина',
};

const STATE_TITLE: Record<Outcome['state'], string> = {
  approved: 'Разрешено, о заправке не сообщено',
  declined: 'Отказ',
  settled: 'Заправка проведена',
  released: 'Не заправлено, деньги вернулись',
  expired: 'Время вышло',
  waiting: 'Заправка ждёт проведения',
};

/** A pump of a simulated station: what a driver shows, what is sold, and how it fails (docs/calls.md 48). */
export function DevPump() {
  const read = useRead(listStations, { query: { web: '1' } });
  const [chosenBrand, setBrand] = useState('Газпромнефть');
  const [shown, setShown] = useState<Shown>('code');
  const form = useForm({
    values: { station: '', goods: '301', value: '', litres: '40', fault: 'none' as PumpFault },
    wire: { station: 'station_id', goods: 'goods_id', value: shown },
  });
  const action = useEndpointAction(fuelAtSimulatedPump, { refresh: [] });
  if (read.error) return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  if (!read.data) return <CardSkeleton label="АЗС загружаются" />;
  const all = read.data.data;
  if (all.length === 0) return <EmptyState title="АЗС нет">Загрузите список АЗС</EmptyState>;
  const brands = [...new Set(all.map((station) => station.brand))].toSorted((a, b) =>
    a.localeCompare(b, 'ru'),
  );
  // The list of this programme may have other brands.
  const brand = brands.includes(chosenBrand) ? chosenBrand : (brands[0] ?? '');
  const stations = all.filter((station) => station.brand === brand).slice(0, STATIONS_SHOWN);
  const chosen = stations.find(({ id }) => String(id) === form.values.station) ?? stations[0];
  const nozzle = NOZZLES.find(({ value }) => value === form.values.goods);
  return (
    <div className={styles.pump}>
      <PumpDisplay
        title={chosen ? `${chosen.brand}, ${chosen.city || chosen.region}` : brand}
        nozzle={nozzle?.label ?? ''}
        outcome={action.data?.data ?? null}
        isPending={action.isPending}
      />
      <div className={styles.body}>
        <FormShell
          form={form}
          action={action}
          submitLabel="Вставить пистолет и залить"
          onChange={action.reset}
          onSubmit={({ goods, value, litres, fault }) =>
            action.mutate({
              body: {
                ...toShown(shown, value),
                station_id: chosen?.id ?? 0,
                goods_id: Number(goods),
                litres,
                fault,
              },
            })
          }
        >
          <Stack gap="2">
            <Select
              label="Сеть АЗС"
              options={brands.map((value) => ({ value, label: value }))}
              value={brand}
              onChange={(value) => {
                setBrand(value);
                form.set({ station: '' });
              }}
            />
            <Select
              label="АЗС"
              options={stations.map((station) => ({
                value: String(station.id),
                label: [station.city || station.region, station.street, station.house]
                  .filter(Boolean)
                  .join(', '),
              }))}
              {...form.field('station')}
              value={String(chosen?.id ?? '')}
            />
            <Segmented label="Пистолет" options={NOZZLES} {...form.field('goods')} />
            <Segmented label="Водитель показывает" options={SHOWN} value={shown} onChange={setShown} />
            <TextField
              label={SHOWN.find(({ value }) => value === shown)?.field ?? ''}
              inputMode={shown === 'qr' ? 'text' : 'numeric'}
              autoComplete="off"
              maxLength={100}
              {...form.field('value')}
            />
            <TextField label="Литров" inputMode="decimal" maxLength={7} {...form.field('litres')} />
            <Select
              label="Сбой"
              options={PUMP_FAULTS.map((value) => ({ value, label: FAULT_TITLE[value] }))}
              {...form.field('fault')}
            />
          </Stack>
        </FormShell>
      </div>
    </div>
  );
}

function toShown(shown: Shown, value: string): { [Name in Shown]?: string } {
  if (shown === 'code') return { code: value };
  return shown === 'qr' ? { qr: value } : { card_number: value };
}

type DisplayProps = { title: string; nozzle: string; outcome: Outcome | null; isPending: boolean };

/** Shows litres that run, their sum, and what became of the filling. */
function PumpDisplay({ title, nozzle, outcome, isPending }: DisplayProps) {
  const litres = useCounted(outcome?.litres ?? 0, FILLING_MS);
  const sum = useCounted(outcome?.sum ?? 0, FILLING_MS);
  const isRunning = outcome !== null && litres !== outcome.litres;
  return (
    <div className={styles.display}>
      <p className={styles.brand}>{title}</p>
      <dl className={styles.figures}>
        <div>
          <dt>Сумма, ₽</dt>
          <dd>{formatFixed(sum, 2)}</dd>
        </div>
        <div>
          <dt>Литры</dt>
          <dd>{formatFixed(litres, 2)}</dd>
        </div>
      </dl>
      <p
        className={joinClasses(styles.state, outcome && (outcome.approved ? styles.go : styles.stop))}
        role="status"
      >
        <span className={styles.nozzle}>{nozzle}</span>
        {formatState(outcome, { isPending, isRunning })}
      </p>
    </div>
  );
}

function formatState(
  outcome: Outcome | null,
  { isPending, isRunning }: { isPending: boolean; isRunning: boolean },
): string {
  if (isPending) return 'Спрашиваем портал';
  if (!outcome) return 'Колонка свободна';
  if (isRunning) return 'Идёт заправка';
  const title = STATE_TITLE[outcome.state];
  return outcome.reason === null ? title : `${title}: ${outcome.reason}`;
}
