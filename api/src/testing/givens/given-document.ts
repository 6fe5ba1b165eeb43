import type { ApiResponse, TestApi } from '../api.ts';
import type { GivenCompany, GivenPerson } from './factories.ts';

/** Bytes of a PDF as an upload is checked: it has a head and an end, and a text between them. */
export function givenPdf(text: string): string {
  return `%PDF-1.7\n${text}\nstartxref\n9\n%%EOF\n`;
}

export interface DocumentInput {
  companyId: number | string;
  partnerId?: number | string;
  month?: string;
  title?: string;
  file?: Uint8Array | string | null;
  fileName?: string;
  /** Rubles, with VAT. */
  sum?: string;
}

/** Sends a staff member's request to publish a document. Any field may be left out or wrong. */
export function publishDocument(
  api: TestApi,
  staff: GivenPerson,
  input: DocumentInput,
): Promise<ApiResponse> {
  const { companyId, partnerId = 2, month = '2026-08', title = 'Отчёт', file = givenPdf(title) } = input;
  const form = new FormData();
  form.set('company_id', String(companyId));
  form.set('partner_id', String(partnerId));
  form.set('date', month);
  form.set('title', title);
  if (input.sum !== undefined) form.set('sum', input.sum);
  if (file !== null) form.set('file', new Blob([file as BlobPart]), input.fileName ?? 'document.pdf');
  return api.post('/staff/api/documents', { token: staff.token, multipart: form });
}

/** A published document of a company; returns its id. */
export async function givenDocument(
  api: TestApi,
  staff: GivenPerson,
  company: GivenCompany,
  about: Omit<DocumentInput, 'companyId'> = {},
): Promise<number> {
  const answer = await publishDocument(api, staff, { ...about, companyId: company.id });
  if (answer.status !== 200) throw new Error(`not published: ${answer.status} ${answer.body.message}`);
  return answer.body.data.id;
}
