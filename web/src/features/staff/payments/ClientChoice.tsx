import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { client } from '#contract/companies/clients.ts';
import { formatDate, formatMoney } from '../../../lib/format.ts';
import { counted } from '#contract/values/counted.ts';
import { ClientSearchField } from '../../../staff/ClientSearchField.tsx';
import { useClientSearch } from '../../../staff/use-client-search.ts';
import { Select } from '../../../ui/fields/Select.tsx';

type Client = z.infer<typeof client>;

/** Client to whom a payment belongs, and the invoice it pays. An empty id means none. */
export type ChosenClient = { id: string; title: string; invoiceId: string; invoices: Client['invoices'] };

export const NO_CLIENT: ChosenClient = { id: '', title: '', invoiceId: '', invoices: [] };

export const CLIENT_ON_WIRE = { client: 'company_id', invoice: 'invoice_id' };

type Props = {
  value: ChosenClient;
  onChange: (chosen: ChosenClient) => void;
  error: string | null;
  invoiceError: string | null;
  /** Initial search text: the client whose payment it seems to be. */
  search?: string;
  /** Option for no client, offered besides the clients that were found. */
  none?: string;
  /** Several payments pay no single invoice. */
  withoutInvoice?: boolean;
  /** Shows the client's invoices in place of the list from which one is chosen. */
  showInvoices?: (invoices: Client['invoices']) => ReactNode;
};

const CLIENTS = ['клиента', 'клиентов', 'клиентов'] as const;

/** Lets staff find a client by its INN or title, and an invoice by its printed number. Staff do not know our ids. */
export function ClientChoice(props: Props) {
  const { value: chosen, onChange, error, search = '', none, invoiceError, withoutInvoice = false } = props;
  const { showInvoices } = props;
  const { words: searchText, type, read, clients, count } = useClientSearch(search);
  const others = clients.filter((item) => String(item.id) !== chosen.id).map(toOption);
  const own = clients.find((item) => String(item.id) === chosen.id);
  const payable = own?.invoices ?? chosen.invoices;
  const invoices = payable.map(invoiceOption);
  // The suggested invoice is offered before the first search.
  if (chosen.invoiceId !== '' && !invoices.some(({ value }) => value === chosen.invoiceId))
    invoices.push({ value: chosen.invoiceId, label: 'Счёт, на который похоже' });

  function choose(id: string) {
    const client = clients.find((item) => String(item.id) === id);
    onChange(client ? { ...NO_CLIENT, id, title: client.title, invoices: client.invoices } : NO_CLIENT);
  }

  return (
    <>
      <ClientSearchField
        label="Найти клиента"
        help={read.error?.message ?? formatHelp(count)}
        text={searchText}
        onType={type}
      />
      <Select
        label="Чей это платёж"
        options={[
          ...(none === undefined ? [] : [{ value: '', label: none }]),
          ...(chosen.id === '' ? [] : [own ? toOption(own) : { value: chosen.id, label: chosen.title }]),
          ...others,
        ]}
        value={chosen.id}
        onChange={choose}
        placeholder={none === undefined ? 'Выберите клиента' : undefined}
        error={error}
      />
      {chosen.id !== '' && showInvoices?.(payable)}
      {chosen.id !== '' && !withoutInvoice && !showInvoices && (
        <Select
          label="Счёт"
          options={[{ value: '', label: 'Без счёта' }, ...invoices]}
          value={chosen.invoiceId}
          onChange={(invoiceId) => onChange({ ...chosen, invoiceId })}
          error={invoiceError}
        />
      )}
    </>
  );
}

function formatHelp(count: number | null): string {
  if (count === null) return 'ИНН, часть названия или номер счёта, как он напечатан';
  return count === 0
    ? 'Никого не нашли. Проверьте ИНН, название или номер счёта'
    : `Нашли ${counted(count, CLIENTS)}, выберите ниже`;
}

function toOption({ id, inn, title }: Client) {
  return { value: String(id), label: `${title}, ИНН\u00a0${inn}` };
}

function invoiceOption({ id, number, date, sum, unpaid }: Client['invoices'][number]) {
  const rest = unpaid === sum ? '' : `, осталось ${formatMoney(unpaid)}`;
  return { value: String(id), label: `${number} от ${formatDate(date)} на ${formatMoney(sum)}${rest}` };
}
