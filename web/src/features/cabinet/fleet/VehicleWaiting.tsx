import { IconAlertTriangle, IconHandStop } from '@tabler/icons-react';
import { type Exception, listExceptions } from '#contract/fleet/exceptions.ts';
import { listSignals } from '#contract/fleet/signals.ts';
import { formatDate, formatLitres } from '../../../lib/format.ts';
import { paths } from '../../../paths.ts';
import { useRead } from '../../../state/use-call.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { WaitingRows, type WaitingRow } from '../../../ui/WaitingRows.tsx';
import styles from './VehicleWaiting.module.css';

const POLL_MS = 30_000;
const MAX_FILLINGS = 3;
const MAX_REQUESTS = 3;

/** Reads drivers' requests and suspicious fillings of a truck, for `VehicleWaiting`. */
export function useVehicleWaiting(vehicleId: number) {
  const signals = useRead(
    listSignals,
    { query: { state: 'open', vehicleId, by: 'filling', perPage: MAX_FILLINGS } },
    { refetchMs: POLL_MS },
  );
  const requests = useRead(
    listExceptions,
    { query: { state: 'asked', vehicleId, perPage: MAX_REQUESTS } },
    { refetchMs: POLL_MS },
  );
  return { signals, requests, isPending: signals.isPending || requests.isPending };
}

type Props = { vehicleId: number; waiting: ReturnType<typeof useVehicleWaiting> };

/** «Ждёт решения»: drivers' requests and suspicious fillings of this truck. Nothing is shown when none waits. */
export function VehicleWaiting({ vehicleId, waiting: { signals, requests } }: Props) {
  const fillings = Map.groupBy(signals.data?.data ?? [], ({ operation }) => operation.id);
  const rows = [
    ...(requests.data?.data ?? []).map(toRequestRow),
    ...[...fillings.values()].map((found) => toFillingRow(vehicleId, found)),
  ];
  const total = (signals.data?.meta.pagination.total ?? 0) + (requests.data?.meta.pagination.total ?? 0);
  const failed = <ReadFailed what="Не загрузилось, что ждёт решения." reads={[signals, requests]} />;
  if (rows.length === 0) return failed;
  return (
    <Panel title="Ждёт решения" variant="flush">
      {failed}
      <div className={styles.body}>
        <WaitingRows rows={rows} />
      </div>
      {total > rows.length && (
        <p className={styles.more}>
          <TextLink to={paths.openSignalsOfVehicle(vehicleId)}>Ещё {total - rows.length}</TextLink>
        </p>
      )}
    </Panel>
  );
}

function toRequestRow({ id, driver, asked_by: by, litres, reason, cost }: Exception): WaitingRow {
  const asks = [driver ?? by, 'просит', formatLitres(litres)].filter(Boolean).join(' ');
  return {
    key: `request ${id}`,
    Icon: IconHandStop,
    name: `${asks}: ${reason}`,
    sum: cost,
    action: { label: 'Ответить', to: paths.exception(id) },
  };
}

type Signal = NonNullable<ReturnType<typeof useRead<typeof listSignals>>['data']>['data'][number];

/** Makes one row of a filling with all its signals. */
function toFillingRow(vehicleId: number, signals: readonly Signal[]): WaitingRow {
  const [{ operation }] = signals as [Signal];
  const reasons = [...new Set(signals.map(({ rule }) => rule.title))].join(', ');
  return {
    key: `filling ${operation.id}`,
    Icon: IconAlertTriangle,
    name: `${formatDate(operation.at, 'datetime')}, ${formatLitres(operation.litres)}: ${reasons}`,
    sum: operation.sum,
    action: { label: 'Разобрать', to: paths.openSignalsOfVehicle(vehicleId) },
  };
}
