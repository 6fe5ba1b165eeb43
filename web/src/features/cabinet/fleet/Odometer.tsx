import { IconTrash } from '@tabler/icons-react';
import type { EndpointData } from '#contract/endpoint.ts';
import {
  addOdometer,
  listVehicles,
  ODOMETER_DOUBTED,
  readVehicle,
  removeOdometer,
} from '#contract/fleet/vehicles.ts';
import { formatTruck } from '#contract/values/plate.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import styles from './Fleet.module.css';

type Described = EndpointData<typeof readVehicle>;
type Reading = Described['odometer'][number];

const READINGS_SHOWN = 12;
/** The others are folded. */
const NEWEST_SHOWN = 3;

/**
 * The newest readings of a truck's odometer; the older ones are folded. A suspicious one needs a confirmation, and any of
 * them can be removed.
 */
export function Odometer({ vehicle, mayChange }: { vehicle: Described; mayChange: boolean }) {
  const shown = vehicle.odometer.slice(0, READINGS_SHOWN);
  const older = shown.slice(NEWEST_SHOWN);
  return (
    <Stack gap="2">
      {shown.length === 0 ? (
        <p className="ink-2">Показаний пока нет.</p>
      ) : (
        <Readings
          label="Последние показания"
          readings={shown.slice(0, NEWEST_SHOWN)}
          vehicle={vehicle}
          mayChange={mayChange}
        />
      )}
      {older.length > 0 && (
        <Disclosure summary="Прежние показания" wide>
          <Readings label="Прежние показания" readings={older} vehicle={vehicle} mayChange={mayChange} />
        </Disclosure>
      )}
      {mayChange && <ReadingForm vehicle={vehicle} />}
    </Stack>
  );
}

type ReadingsProps = { label: string; readings: readonly Reading[]; vehicle: Described; mayChange: boolean };

function Readings({ label, readings, vehicle, mayChange }: ReadingsProps) {
  return (
    <ul className={styles.lines} aria-label={label}>
      {readings.map((reading) => (
        <li key={reading.id}>
          <span className="ink-2">
            {formatDate(reading.at, 'datetime')}
            {reading.set_aside && <span className={styles.more}>Не считается: позже записано меньше</span>}
          </span>
          <span className={styles.reading}>
            {formatNumber(reading.km)}&nbsp;км
            {mayChange && <RemoveReading vehicle={vehicle} reading={reading} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

function ReadingForm({ vehicle }: { vehicle: Described }) {
  const form = useForm({ values: { km: '' } });
  const { km } = form.values;
  const add = useEndpointAction(addOdometer, {
    refresh: [readVehicle, listVehicles],
    left: { failed: `Пробег не записан: ${formatTruck(vehicle)}` },
  });
  const send = (confirmed: boolean) =>
    add.mutate(
      { params: { id: vehicle.id }, body: { km: km.replace(/\s/g, ''), ...(confirmed && { confirmed }) } },
      { onSuccess: () => form.reset() },
    );
  const isDoubted = add.error?.reason === ODOMETER_DOUBTED;
  return (
    <FormShell
      form={form}
      submitLabel="Записать пробег"
      action={add}
      disabledReason={km.trim() === '' ? 'Укажите километры' : null}
      onChange={add.reset}
      onSubmit={() => send(false)}
      secondary={
        isDoubted && (
          <Button pending={add.isPending} onClick={() => send(true)}>
            Всё верно, записать
          </Button>
        )
      }
    >
      <TextField
        label="Показание сейчас, км"
        inputMode="numeric"
        autoComplete="off"
        {...form.field('km')}
        maxLength={10}
      />
      {isDoubted && (
        <Notice tone="warn">
          Проверьте цифры. Если показание верное, запишите его: прежние показания, которые ему противоречат,
          останутся в списке, но считаться не будут.
        </Notice>
      )}
    </FormShell>
  );
}

type Removed = { vehicle: Described; reading: Reading };

const RemoveDialog = defineConfirmDialog({
  title: 'Удалить показание одометра?',
  confirmLabel: 'Удалить',
  text: ({ reading }: Removed) => <p>{describeReading(reading)}. Расход пересчитается без него.</p>,
  call: removeOdometer,
  input: ({ vehicle, reading }) => ({ params: { id: vehicle.id, readingId: reading.id } }),
  refresh: [readVehicle, listVehicles],
  failed: ({ vehicle }) => `Показание не удалено: ${formatTruck(vehicle)}`,
});

function RemoveReading(removed: Removed) {
  const { open, dialog } = useDialogs();
  return (
    <>
      <IconButton
        label={`Удалить показание ${describeReading(removed.reading)}`}
        icon={<IconTrash aria-hidden="true" stroke={1.75} />}
        onClick={() => open(RemoveDialog, removed)}
      />
      {dialog}
    </>
  );
}

function describeReading({ km, at }: Reading): string {
  return `${formatNumber(km)} км, ${formatDate(at, 'datetime')}`;
}
