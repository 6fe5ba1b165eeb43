import { assignTolls, importTolls, listUnmatchedTolls, previewTolls } from '#contract/fleet/tolls.ts';
import { readVehicle } from '#contract/fleet/vehicles.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { counted } from '#contract/values/counted.ts';
import { formatPlate, formatTruck } from '#contract/values/plate.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FileField } from '../../../forms/FileField.tsx';
import { FormModal } from '../../../forms/FormModal.tsx';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { formatDate, formatMoney } from '../../../lib/format.ts';
import { useRead } from '../../../state/use-call.ts';
import { LIST_FORMATS } from '../../../tables/export-rows.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import styles from './Fleet.module.css';
import type { Vehicle } from './format-vehicle.ts';

type Loaded = EndpointData<typeof previewTolls>;
type PlateTolls = EndpointData<typeof listUnmatchedTolls>[number];

const READS = [listUnmatchedTolls, readVehicle];
const ROW_FORMS = ['строка', 'строки', 'строк'] as const;
const WRONG_SHOWN = 20;

/** The report of «Платон» as a file: first what it would add, truck by truck, then the booking. */
export function ImportTolls({ onClose }: { onClose: () => void }) {
  const form = useForm({ values: { file: null as File | null } });
  const { file } = form.values;
  const preview = useEndpointAction(previewTolls);
  const take = useEndpointAction(importTolls, {
    refresh: READS,
    left: { failed: 'Отчёт «Платона» не загружен' },
  });
  const loaded = preview.data?.data;

  function forget() {
    preview.reset();
    take.reset();
  }
  function send() {
    if (!file) return;
    if (!loaded) preview.mutate({ body: {}, file });
    else take.mutate({ body: {}, file }, { onSuccess: onClose });
  }
  return (
    <Modal opened onClose={onClose} title="Отчёт «Платона»" size="wide" busy={take.isPending}>
      <FormShell
        form={form}
        onChange={forget}
        submitLabel={loaded ? `Загрузить: ${counted(loaded.new, ROW_FORMS)}` : 'Посмотреть, что загрузится'}
        action={{ isPending: preview.isPending || take.isPending, error: take.error ?? preview.error }}
        disabledReason={
          !file ? 'Выберите файл' : loaded && loaded.new === 0 ? 'В файле нет новых строк' : null
        }
        onSubmit={send}
      >
        <FileField label="Отчёт из кабинета lk.platon.ru" extensions={LIST_FORMATS} {...form.field('file')} />
        <p className="ink-2">
          Столбцы: ГРЗ ТС, дата и время операции, дорога, путь, списание. Загруженное раньше второй раз не
          посчитается.
        </p>
        {loaded && <LoadedRows loaded={loaded} />}
      </FormShell>
    </Modal>
  );
}

function LoadedRows({ loaded: { plates, wrong, known, sum } }: { loaded: Loaded }) {
  return (
    <>
      <p>
        Новых списаний на <Money value={sum} />
        {known > 0 && `, загружено раньше: ${counted(known, ROW_FORMS)}`}
      </p>
      {wrong.length > 0 && (
        <Notice tone="warn" title={`Не подошло: ${counted(wrong.length, ROW_FORMS)}`}>
          {wrong
            .slice(0, WRONG_SHOWN)
            .map(({ line, problem }) => `Строка ${line}: ${problem}`)
            .join('; ')}
        </Notice>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.planned} tabIndex={0} aria-label="Что загрузится">
        {plates.map((row) => (
          <li key={row.plate}>
            <span className="type-small-strong">{formatPlate(row.plate)}</span> {describeTolls(row)}
            {row.vehicle_id === null && (
              <span className={styles.more}>
                Такой машины в автопарке нет: отнесёте её строки к машине потом
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Tolls that fit no truck, each plate with the way to give them to one. */
export function UnmatchedTolls({ vehicles }: { vehicles: readonly Vehicle[] }) {
  const { open, dialog } = useDialogs();
  const found = useRead(listUnmatchedTolls).data?.data ?? [];
  if (found.length === 0) return null;
  return (
    <Panel title="Дорожные списания без машины">
      <ul className={styles.lines}>
        {found.map((row) => (
          <li key={row.plate}>
            <span>
              <span className="type-small-strong">{formatPlate(row.plate)}</span>
              <span className={styles.more}>{describeTolls(row)}</span>
            </span>
            <Button
              size="small"
              className={styles.actions}
              aria-label={`Отнести к машине: ${formatPlate(row.plate)}`}
              onClick={() => open(AssignTolls, { row, vehicles })}
            >
              Отнести
            </Button>
          </li>
        ))}
      </ul>
      {dialog}
    </Panel>
  );
}

type AssignProps = { item: { row: PlateTolls; vehicles: readonly Vehicle[] }; onClose: () => void };

function AssignTolls({ item: { row, vehicles }, onClose }: AssignProps) {
  const form = useForm({ values: { vehicle_id: '' } });
  const action = useEndpointAction(assignTolls, {
    refresh: READS,
    left: { failed: `Списания не отнесены: ${formatPlate(row.plate)}` },
  });
  const { vehicle_id: chosen } = form.values;
  return (
    <FormModal
      title={`Списания ${formatPlate(row.plate)}`}
      submitLabel="Отнести"
      form={form}
      action={action}
      disabledReason={chosen === '' ? 'Выберите машину' : null}
      onClose={onClose}
      onSubmit={() =>
        action.mutate({ body: { plate: row.plate, vehicle_id: chosen } }, { onSuccess: onClose })
      }
    >
      <p>{describeTolls(row)}. Следующие отчёты с этим номером пойдут к той же машине.</p>
      <Select
        label="Машина"
        placeholder="Выберите машину"
        options={vehicles.map((vehicle) => ({ value: String(vehicle.id), label: formatTruck(vehicle) }))}
        {...form.field('vehicle_id')}
      />
    </FormModal>
  );
}

/** «3 строки на 900,15 ₽, 5–6 сентября» */
function describeTolls({ rows, sum, from, to }: PlateTolls): string {
  const days = [...new Set([formatDate(from), formatDate(to)])].join(' — ');
  return `${counted(rows, ROW_FORMS)} на ${formatMoney(sum)}, ${days}`;
}
