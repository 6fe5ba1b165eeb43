import { can } from '#contract/access.ts';
import { POSITION_DAYS } from '#contract/limits.ts';
import { formatPlate } from '#contract/values/plate.ts';
import {
  HANDOVER_TITLE,
  readTelematics,
  previewPositions,
  takePositions,
} from '#contract/fleet/telematics.ts';
import { formatLitres, formatMoney } from '../../../lib/format.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { paths } from '../../../paths.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { ConnectWialon } from './ConnectWialon.tsx';
import { formatAge } from './format-age.ts';
import { HANDOVER_TONE, type State } from './telematics-state.ts';
import styles from './Telematics.module.css';
import { WialonConnection } from './WialonConnection.tsx';
import type { EndpointData } from '#contract/endpoint.ts';
import { listSignals } from '#contract/fleet/signals.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { FileField } from '../../../forms/FileField.tsx';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { counted } from '#contract/values/counted.ts';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';

const POLL_MS = 15_000;

/** Shows the source of the trucks' positions, Wialon or a file, and which fillings were handed over. */
export function Telematics() {
  const { show, dialog } = useDialogs();
  const mayChange = can(useRole(), 'changeCard');
  const read = useRead(readTelematics, {}, { refetchMs: POLL_MS });
  const state = read.data?.data;
  if (read.isPending) return <ListSkeleton count={4} label="Загружается Wialon" />;
  if (!state) return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  return (
    <Stack gap="3">
      <Panel title="Wialon">
        {state.connection ? (
          <WialonConnection connection={state.connection} mayChange={mayChange} />
        ) : mayChange ? (
          <ConnectWialon />
        ) : (
          <p>Не подключён. Подключить его может администратор или менеджер.</p>
        )}
      </Panel>
      <Panel title="Без Wialon">
        <Stack>
          <p className="ink-2">
            Места машин можно загрузить файлом CSV: номер; время; широта; долгота. Храним их {POSITION_DAYS}{' '}
            дней и только для сверки с заправками.
          </p>
          {mayChange && (
            <div>
              <Button onClick={() => show((onClose) => <PositionFile onClose={onClose} />)}>
                Загрузить файл
              </Button>
            </div>
          )}
        </Stack>
      </Panel>
      <Units units={state.units} connected={state.connection !== null} />
      {state.fillings.length > 0 && <Fillings fillings={state.fillings} />}
      {dialog}
    </Stack>
  );
}

function Units({ units, connected }: { units: State['units']; connected: boolean }) {
  if (units.length === 0)
    return (
      <Panel title="Машины">
        <p>
          Машин пока нет. <TextLink to={paths.fleet}>Добавьте их</TextLink>, и объекты найдутся по номеру.
        </p>
      </Panel>
    );
  return (
    <Panel title="Машины" variant="flush">
      <ul className={styles.list}>
        {units.map(({ vehicle, unit, position_at: at }) => (
          <li key={vehicle.id} className={styles.unit}>
            <TextLink to={paths.vehicle(vehicle.id)}>{formatPlate(vehicle.plate)}</TextLink>
            {connected && (
              <span>{unit ? `Объект «${unit.title}»` : 'В Wialon нет объекта с этим номером'}</span>
            )}
            <span className={styles.position}>
              {at ? (
                <>
                  Место на <DateText value={at} style="datetime" /> · {formatAge(at, serverNow())}
                </>
              ) : (
                'Место неизвестно'
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Fillings({ fillings }: { fillings: State['fillings'] }) {
  return (
    <Panel title="Последние переданные заправки" variant="flush">
      <ul className={styles.list}>
        {fillings.map((filling) => (
          <li key={filling.operation_id} className={styles.handed}>
            <span>
              {formatPlate(filling.plate)}, {formatLitres(filling.litres)}, {formatMoney(filling.sum)}
            </span>
            <StatusLabel tone={HANDOVER_TONE[filling.state]}>{HANDOVER_TITLE[filling.state]}</StatusLabel>
            <span className={styles.more}>
              <DateText value={filling.at} style="datetime" />
              {filling.problem && `. ${filling.problem}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type Planned = EndpointData<typeof previewPositions>;
const LINES = ['строка', 'строки', 'строк'] as const;

/** A file of positions: first what it would do, then the doing. */
function PositionFile({ onClose }: { onClose: () => void }) {
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
