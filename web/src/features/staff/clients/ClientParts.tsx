import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { listClientInvoices } from '#contract/companies/client-account.ts';
import {
  listClientDeeds,
  listClientDocuments,
  listClientMessages,
  listClientMovements,
  listClientOrders,
  listClientPayments,
} from '#contract/companies/client-parts.ts';
import { offeredValue } from '../../../lib/read-address.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';
import { Tabs } from '../../../ui/Tabs.tsx';
import { ClientCards } from './ClientCards.tsx';
import { ClientConditions } from './ClientConditions.tsx';
import { ClientMain } from './ClientMain.tsx';
import { ClientPart } from './ClientPart.tsx';
import { ClientStatement } from './ClientStatement.tsx';
import type { ClientFile } from './client-file.ts';
import * as columns from './part-columns.tsx';

const TABS = [
  { value: 'main', label: 'Главное' },
  { value: 'cards', label: 'Карты' },
  { value: 'orders', label: 'Заявки' },
  { value: 'invoices', label: 'Счета' },
  { value: 'payments', label: 'Платежи' },
  { value: 'statement', label: 'Выписка' },
  { value: 'movements', label: 'Операции' },
  { value: 'documents', label: 'Документы' },
  { value: 'conditions', label: 'Условия' },
  { value: 'messages', label: 'Сообщения' },
  { value: 'audit', label: 'Журнал' },
] as const;

type Tab = (typeof TABS)[number]['value'];

/** Shows the other parts of a client. Each is read when its tab is opened. */
export function ClientParts({ client, debt }: { client: ClientFile; debt: ReactNode }) {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const offered = offeredValue(
    search.get('tab'),
    TABS.map(({ value }) => value),
  );
  const tab = (offered || 'main') as Tab;
  return (
    <Tabs
      label="Разделы клиента"
      tabs={TABS}
      value={tab}
      onChange={(next) => write({ tab: next === 'main' ? null : next, page: null, from: null, to: null })}
    >
      <ClientTab tab={tab} client={client} debt={debt} />
    </Tabs>
  );
}

function ClientTab({ tab, client, debt }: { tab: Tab; client: ClientFile; debt: ReactNode }) {
  const companyId = client.id;
  const byId = (item: { id: number }) => item.id;
  switch (tab) {
    case 'main':
      return <ClientMain client={client} debt={debt} />;
    case 'cards':
      return <ClientCards companyId={companyId} />;
    case 'orders':
      return (
        <ClientPart
          {...{ companyId, rowKey: byId, endpoint: listClientOrders, columns: columns.ORDER_COLUMNS }}
          caption="Заявки клиента"
          empty="Заявок не было"
        />
      );
    case 'invoices':
      return (
        <ClientPart
          {...{ companyId, rowKey: byId, endpoint: listClientInvoices, columns: columns.INVOICE_COLUMNS }}
          caption="Счета клиента"
          empty="Счетов не было"
        />
      );
    case 'statement':
      return <ClientStatement companyId={companyId} />;
    case 'conditions':
      return <ClientConditions companyId={companyId} />;
    case 'payments':
      return (
        <ClientPart
          {...{ companyId, rowKey: byId, endpoint: listClientPayments, columns: columns.PAYMENT_COLUMNS }}
          caption="Платежи клиента"
          empty="Платежей не было"
        />
      );
    case 'movements':
      return (
        <ClientPart
          {...{ companyId, rowKey: byId, endpoint: listClientMovements, columns: columns.MOVEMENT_COLUMNS }}
          caption="Операции по картам клиента"
          empty="Операций не было"
        />
      );
    case 'documents':
      return (
        <ClientPart
          {...{ companyId, rowKey: byId, endpoint: listClientDocuments, columns: columns.DOCUMENT_COLUMNS }}
          caption="Документы клиента"
          empty="Документов ещё нет"
        />
      );
    case 'messages':
      return (
        <ClientPart
          {...{ companyId, endpoint: listClientMessages, columns: columns.MESSAGE_COLUMNS }}
          rowKey={(_, index) => index}
          caption="Сообщения клиенту"
          empty="Сообщений не было"
        />
      );
    case 'audit':
      return (
        <ClientPart
          {...{ companyId, rowKey: byId, endpoint: listClientDeeds, columns: columns.ACTION_COLUMNS }}
          caption="Журнал клиента"
          empty="В журнале пусто"
        />
      );
  }
}
