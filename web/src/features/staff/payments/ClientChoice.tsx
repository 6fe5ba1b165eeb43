import type { ReactNode } from 'react';
import { findClients } from '#contract/companies/clients.ts';
import { formatDate, formatMoney } from '../../../lib/format.ts';
import { ClientField, type FoundClient } from '../../../staff/ClientField.tsx';
import { useRead } from '../../../state/use-call.ts';
import { Select } from '../../../ui/fields/Select.tsx';

/** Client to whom a payment belongs, and the invoice it pays. An empty id means none. */
export type ChosenClient = FoundClient & { invoiceId: string };

export const NO_CLIENT: ChosenClient = { id: '', title: '', invoiceId: '', invoices: [] };

export const CLIENT_ON_WIRE = { client: 'company_id', invoice: 'invoice_id' };

type Props = {
  value: ChosenClient;
  onChange: (chosen: ChosenClient) => void;
  error: string | null;
  invoiceError: string | null;
  /** Finds the invoices of the client whose payment it seems to be: his name, or the number of an invoice. */
  search?: string;
  /** Option for no client, offered besides the clients that were found. */
  none?: string;
  /** Several payments pay no single invoice. */
  withoutInvoice?: boolean;
  /** Shows the client's invoices in place of the list from which one is chosen. */
  showInvoices?: (invoices: FoundClient['invoices']) => ReactNode;
};

/** Lets staff find a client by its INN, its title or a printed number of an invoice, and then an invoice. */
export function ClientChoice(props: Props) {
  const { value: chosen, onChange, error, search = '', none, invoiceError, withoutInvoice = false } = props;
  const { showInvoices } = props;
  const seeming = useRead(findClients, { query: { search } }, { enabled: search !== '' });
  const own = seeming.data?.data.find((item) => String(item.id) === chosen.id);
  const payable = chosen.invoices.length > 0 ? chosen.invoices : (own?.invoices ?? []);
  const invoices = payable.map(invoiceOption);
  // The suggested invoice is offered before the first search.
  if (chosen.invoiceId !== '' && !invoices.some(({ value }) => value === chosen.invoiceId))
    invoices.push({ value: chosen.invoiceId, label: 'Счёт, на который похоже' });

  return (
    <>
      <ClientField
        value={chosen}
        onChange={(client) => onChange({ ...NO_CLIENT, ...client })}
        error={error}
        none={none}
        placeholder="ИНН, название или номер счёта"
        autoFocus
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

function invoiceOption({ id, number, date, sum, unpaid }: FoundClient['invoices'][number]) {
  const rest = unpaid === sum ? '' : `, осталось ${formatMoney(unpaid)}`;
  return { value: String(id), label: `${number} от ${formatDate(date)} на ${formatMoney(sum)}${rest}` };
}
