import type { ApiResponse, TestApi } from '../api.ts';
import type { GivenPerson } from './factories.ts';

export const REPORT_HEADER = 'Номер карты;Дата и время;Операция;АЗС;Топливо;Литры;Цена;Сумма';

export interface ReportRow {
  card: string;
  /** `10.09.2026 10:15` */
  time: string;
  litres?: string;
  sum: string;
  price?: string;
  goods?: string;
  kind?: string;
}

/** A row of our own form: 100 litres of diesel unless it says otherwise. */
export function reportRow(row: ReportRow): string {
  const { card, time, litres = '100', sum, price = '65,43', goods = 'ДТ', kind = 'Продажа' } = row;
  return [`№ ${card}`, time, kind, 'АЗС № 12', goods, litres, price, sum].join(';');
}

let serial = 0;

export interface InvoiceInput {
  lines: readonly string[] | Uint8Array;
  path?: string;
  partnerId?: number;
  number?: string;
  date?: string;
  from?: string;
  to?: string;
  sum?: string;
  vat?: string;
  key?: string;
  /** Null sends none. */
  file?: string | null;
}

/** Loads an invoice of a network with its report, as the screen does; each gets a new number unless one is given. */
export function givenNetworkInvoice(
  api: TestApi,
  staff: GivenPerson,
  input: InvoiceInput,
): Promise<ApiResponse> {
  serial += 1;
  const multipart = new FormData();
  const fields = {
    partner_id: String(input.partnerId ?? 2),
    number: input.number ?? `С-${serial}`,
    date: input.date ?? '2026-09-15',
    from: input.from ?? '2026-09-01',
    to: input.to ?? '2026-09-14',
    sum: input.sum ?? '10000',
    vat: input.vat ?? '1803,28',
  };
  for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
  const content = input.lines instanceof Uint8Array ? new Uint8Array(input.lines) : input.lines.join('\r\n');
  if (input.file !== null) multipart.set('file', new Blob([content]), input.file ?? 'Отчёт.csv');
  return api.post(`/staff/api/network-invoices${input.path ?? ''}`, {
    token: staff.token,
    multipart,
    ...(input.key === undefined ? {} : { key: input.key }),
  });
}
