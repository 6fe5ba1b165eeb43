import type { EndpointData } from '#contract/endpoint.ts';
import { formatPlate } from '#contract/plate.ts';
import { listSignals } from '#contract/signals.ts';
import { previewPositions, readTelematics, takePositions } from '#contract/telematics.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { FileField } from '../../forms/FileField.tsx';
import { FormShell } from '../../forms/FormShell.tsx';
import { useForm } from '../../forms/use-form.ts';
import { counted } from '#contract/counted.ts';
import { DateText } from '../../ui/DateText.tsx';
import { Modal } from '../../ui/Modal.tsx';
import styles from './Telematics.module.css';

type Planned = EndpointData<typeof previewPositions>;
const LINES = ['строка', 'строки', 'строк'] as const;

/** A file of positions: first what it would do, then the doing. */
export function PositionFile({ onClose }: { onClose: () => void }) {
  const form = useForm({ values: { file: null as File | null } });
  const { file } = form.values;
  const preview = useEndpointAction(previewPositions);
  const take = useEndpointAction(takePositions, {
    refresh: [readTelematics, listSignals],
    left: { failed: 'Места машин не загружены' },
  });
  const planned = preview.data?.data;

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
    <Modal opened onClose={onClose} title="Места машин из файла" size="wide" busy={take.isPending}>
      <FormShell
        form={form}
        onChange={forget}
        submitLabel={planned ? `Загрузить: ${counted(planned.taken, LINES)}` : 'Посмотреть, что изменится'}
        action={{ isPending: preview.isPending || take.isPending, error: take.error ?? preview.error }}
        disabledReason={
          !file ? 'Выберите файл' : planned?.taken === 0 ? 'В файле нет подходящих строк' : null
        }
        onSubmit={send}
      >
        <FileField
          label="Таблица: номер; время; широта; долгота"
          extensions={['csv']}
          {...form.field('file')}
        />
        {planned && <PlannedLines planned={planned} />}
      </FormShell>
    </Modal>
  );
}

function PlannedLines({ planned }: { planned: Planned }) {
  return (
    <ul className={styles.list} aria-label="Что изменится">
      {planned.sample.map((item) => (
        <li key={`${item.plate} ${item.at}`}>
          <span>{formatPlate(item.plate)}</span>
          <DateText value={item.at} style="datetime" />
          <span>
            {item.lat.toFixed(4)}, {item.lon.toFixed(4)}
          </span>
        </li>
      ))}
      {planned.taken > planned.sample.length && (
        <li>И ещё {counted(planned.taken - planned.sample.length, LINES)}</li>
      )}
      {planned.wrong.map((item) => (
        <li key={item.line}>
          Строка {item.line}: {item.problem}
        </li>
      ))}
      {planned.wrong_count > planned.wrong.length && (
        <li>Не подходят ещё {counted(planned.wrong_count - planned.wrong.length, LINES)}</li>
      )}
    </ul>
  );
}
