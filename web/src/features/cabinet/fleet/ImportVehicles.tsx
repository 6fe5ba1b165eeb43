import { LIST_FORMATS } from '../../../tables/export-rows.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { formatPlate } from '#contract/values/plate.ts';
import {
  importVehicles,
  previewVehicleImport,
  suggestVehicles,
  takeSuggestedVehicles,
} from '#contract/fleet/vehicle-import.ts';
import { listVehicleGroups, listVehicles } from '#contract/fleet/vehicles.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FileField } from '../../../forms/FileField.tsx';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { counted } from '#contract/values/counted.ts';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import styles from './Fleet.module.css';
import { VEHICLE_FORMS } from './format-vehicle.ts';

type Planned = EndpointData<typeof previewVehicleImport>;
const READS = [listVehicles, listVehicleGroups, suggestVehicles];

/** A file of trucks: first what it would do, line by line, then the doing. */
export function ImportVehicles({ onClose }: { onClose: () => void }) {
  const form = useForm({ values: { file: null as File | null } });
  const { file } = form.values;
  const preview = useEndpointAction(previewVehicleImport);
  const take = useEndpointAction(importVehicles, {
    refresh: READS,
    left: { failed: 'Список машин не загружен' },
  });
  const planned = preview.data?.data;
  const good = planned ? planned.counts.new + planned.counts.changed : 0;

  function forget() {
    preview.reset();
    take.reset();
  }
  function send() {
    if (!file) return;
    if (!planned) preview.mutate({ body: {}, file });
    else take.mutate({ body: {}, file }, { onSuccess: onClose });
  }
  return (
    <Modal opened onClose={onClose} title="Машины из файла" size="wide" busy={take.isPending}>
      <FormShell
        form={form}
        onChange={forget}
        submitLabel={planned ? `Загрузить: ${counted(good, VEHICLE_FORMS)}` : 'Посмотреть, что изменится'}
        action={{ isPending: preview.isPending || take.isPending, error: take.error ?? preview.error }}
        disabledReason={!file ? 'Выберите файл' : planned && good === 0 ? 'В файле нет новых строк' : null}
        onSubmit={send}
      >
        <FileField
          label="Таблица: номер, марка, топливо, бак, норма, группа, карты, пробег"
          extensions={LIST_FORMATS}
          {...form.field('file')}
        />
        {planned && <PlannedRows planned={planned} />}
      </FormShell>
    </Modal>
  );
}

/** Offers the data in the comments of cards, to take over by one click. */
export function SuggestedVehicles({ planned }: { planned: Planned }) {
  const take = useEndpointAction(takeSuggestedVehicles, {
    refresh: READS,
    left: { failed: 'Машины не добавлены' },
  });
  const { new: added, changed } = planned.counts;
  return (
    <FormShell
      submitLabel={`Добавить: ${counted(added + changed, VEHICLE_FORMS)}`}
      action={take}
      onSubmit={() => take.mutate({ body: {} })}
    >
      <Notice title="Номера машин уже есть в комментариях карт">
        Портал прочёл их и предлагает машины вместе с картами. Комментарии останутся как есть.
      </Notice>
      <PlannedRows planned={planned} />
    </FormShell>
  );
}

const STATE: Record<Planned['rows'][number]['state'], { word: string; tone: StatusTone }> = {
  new: { word: 'новая', tone: 'go' },
  changed: { word: 'изменится', tone: 'wait' },
  same: { word: 'без изменений', tone: 'neutral' },
  wrong: { word: 'не подходит', tone: 'stop' },
};
const SHOWN = 200;

function PlannedRows({ planned: { rows } }: { planned: Planned }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={styles.planned} tabIndex={0} aria-label="Что изменится">
      {rows.slice(0, SHOWN).map((row, index) => (
        <li key={row.line ?? `comment ${index}`}>
          <span className="type-small-strong">
            {row.line !== null && `Строка ${row.line}: `}
            {formatPlate(row.plate) || 'без номера'}
          </span>{' '}
          {row.brand} <StatusLabel tone={STATE[row.state].tone}>{STATE[row.state].word}</StatusLabel>
          <span className={styles.more}>{[...row.problems, ...row.changes].join('; ')}</span>
        </li>
      ))}
      {rows.length > SHOWN && <li>И ещё {counted(rows.length - SHOWN, VEHICLE_FORMS)}</li>}
    </ul>
  );
}
