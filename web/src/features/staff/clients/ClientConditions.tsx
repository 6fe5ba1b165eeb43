import {
  listClientCharges,
  listClientTariffs,
  readClientAgreement,
} from '#contract/companies/client-account.ts';
import { TARIFF_STATE_TITLE, type TariffOnWire } from '#contract/programme/tariffs.ts';
import { formatDate } from '../../../lib/format.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { CardSkeleton } from '../../../ui/states/Skeleton.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { formatChange, formatFee, formatScope, formatServiceFees } from '../../../staff/format-tariff.ts';
import { ClientPart } from './ClientPart.tsx';
import { ContractPanel } from './ContractPanel.tsx';
import { CHARGE_COLUMNS } from './part-columns.tsx';
import styles from './Clients.module.css';

/** On what conditions the client buys: his contract, tariffs, charges besides fuel, and the agreement that he has accepted. */
export function ClientConditions({ companyId }: { companyId: number }) {
  return (
    <Stack gap="3">
      <ContractPanel companyId={companyId} />
      <TariffPanel companyId={companyId} />
      <h2>Взято за карты и обслуживание</h2>
      <ClientPart
        companyId={companyId}
        rowKey={(item) => item.id}
        endpoint={listClientCharges}
        columns={CHARGE_COLUMNS}
        caption="Взято за карты и обслуживание"
        empty="Кроме топлива, ничего не списывали"
      />
      <AgreementPanel companyId={companyId} />
    </Stack>
  );
}

function TariffPanel({ companyId }: { companyId: number }) {
  const read = useRead(listClientTariffs, { params: { id: companyId } });
  const tariffs = read.data?.data;
  if (!tariffs && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!tariffs) return <CardSkeleton count={1} />;
  return (
    <Panel title="Тарифы" variant="flush">
      {tariffs.length === 0 ? (
        <EmptyState title="Тарифов нет">Клиент платит столько, сколько списала сеть.</EmptyState>
      ) : (
        <DataTable
          caption="Тарифы клиента"
          columns={COLUMNS}
          rows={tariffs}
          rowKey={(item) => item.id}
          inOrder
        />
      )}
    </Panel>
  );
}

const COLUMNS: readonly Column<TariffOnWire>[] = [
  {
    key: 'client',
    header: 'Для кого',
    narrow: 'title',
    value: describeClient,
    cell: (item) => <TwoLines below={formatScope(item)}>{describeClient(item)}</TwoLines>,
  },
  {
    key: 'change',
    header: 'Цена',
    narrow: 'plain',
    value: formatChange,
    cell: (item) => (
      <TwoLines below={[formatServiceFees(item), item.note].filter(Boolean).join('. ')}>
        {formatChange(item)}
      </TwoLines>
    ),
  },
  {
    key: 'fee',
    header: 'Сбор',
    align: 'end',
    value: (item) => item.fee,
    cell: (item) => formatFee(item.fee) || 'Нет',
  },
  {
    key: 'period',
    header: 'Дни',
    value: (item) => item.first_day,
    cell: (item) =>
      `с\u00a0${formatDate(item.first_day)}${item.last_day ? ` по\u00a0${formatDate(item.last_day)}` : ''}`,
  },
  {
    key: 'state',
    header: 'Состояние',
    narrow: 'plain',
    value: (item) => TARIFF_STATE_TITLE[item.state],
    cell: (item) => (
      <StatusLabel tone={item.state === 'current' ? 'go' : item.state === 'planned' ? 'wait' : 'neutral'}>
        {TARIFF_STATE_TITLE[item.state]}
      </StatusLabel>
    ),
  },
];

function describeClient({ client }: TariffOnWire): string {
  return client ? 'Этот клиент' : 'Все клиенты';
}

function AgreementPanel({ companyId }: { companyId: number }) {
  const read = useRead(readClientAgreement, { params: { id: companyId } });
  const agreement = read.data?.data;
  if (!agreement && read.error)
    return <LoadError onReload={() => void read.refetch()} message={read.error.message} />;
  if (!agreement) return <CardSkeleton count={1} />;
  const { current, acceptances } = agreement;
  return (
    <Panel title="Рамочное соглашение">
      <Stack>
        {current && !current.accepted && (
          <Notice tone="warn">{`Клиент ещё не принял редакцию № ${current.version}, которая действует сейчас.`}</Notice>
        )}
        {acceptances.length === 0 && <p className={styles.quiet}>Клиент не принимал ни одной редакции.</p>}
        <ul className={styles.list} aria-label="Принятые редакции">
          {acceptances.map((item) => (
            <li key={`${item.version} ${item.accepted_at}`}>
              <span>
                {`Редакция № ${item.version}`}
                {item.version === current?.version && ', действует'}
              </span>
              <span className={styles.quiet}>
                Принята <DateText value={item.accepted_at} style="datetime" />, {item.by}
              </span>
            </li>
          ))}
        </ul>
      </Stack>
    </Panel>
  );
}
