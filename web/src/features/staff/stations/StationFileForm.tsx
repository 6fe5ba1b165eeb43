import { loadStations } from '#contract/backoffice/staff.ts';
import { listStationLoads, previewStations } from '#contract/programme/staff-programme.ts';
import { listStations } from '#contract/programme/stations.ts';
import { FileField } from '../../../forms/FileField.tsx';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { StationChanges } from './StationChanges.tsx';
import styles from './StationChanges.module.css';

/** A CSV: first what it would change, then the change. */
export function StationFileForm({ problem }: { problem: string | null }) {
  const form = useForm({ values: { file: null as File | null } });
  const { file } = form.values;
  const preview = useEndpointAction(previewStations);
  const load = useStaffAction(loadStations, {
    name: 'Загрузка АЗС',
    refresh: [listStationLoads, listStations],
    hasOwnNotice: true,
  });
  const found = preview.data?.data;
  const isGood = found !== undefined && found.problems.length === 0;
  const loaded = load.data?.data;

  function forget() {
    preview.reset();
    load.reset();
  }

  function send() {
    if (!file) return;
    if (!isGood) return preview.mutate({ body: {}, file });
    load.mutate(
      { body: { version: found.version }, file },
      {
        onSuccess: () => {
          form.reset();
          preview.reset();
        },
      },
    );
  }

  return (
    <Panel title="Загрузить список">
      <FormShell
        form={form}
        onChange={forget}
        submitLabel={isGood ? 'Загрузить список' : 'Проверить файл'}
        action={{ isPending: preview.isPending || load.isPending, error: load.error ?? preview.error }}
        disabledReason={
          problem ??
          (file
            ? found && !isGood
              ? 'Исправьте строки файла и выберите его снова'
              : null
            : 'Выберите файл CSV')
        }
        onSubmit={send}
        secondary={
          isGood && (
            <Button variant="quiet" onClick={() => form.set({ file: null })}>
              Отменить
            </Button>
          )
        }
      >
        <FileField
          label="Файл станций (.csv)"
          extensions={['csv']}
          {...form.field('file')}
          disabled={problem !== null}
        />
        {loaded && (
          <Notice tone="go" title="Список загружен">
            Станций на карте: {formatNumber(loaded.stations)}. Пока не загружен другой список, загрузку можно
            отменить.
          </Notice>
        )}
        {found && !isGood && (
          <Notice tone="error" title="Файл не читается, ничего не изменится">
            <ul className={styles.problems}>
              {found.problems.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Notice>
        )}
        {isGood && <StationChanges found={found} />}
      </FormShell>
    </Panel>
  );
}
