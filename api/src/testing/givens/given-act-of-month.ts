import type { TestApi } from '../api.ts';
import { closeMonth, OVERRIDE_ALL } from './close-month.ts';
import type { GivenCompany, GivenPerson } from './factories.ts';
import { readPdfText } from '../read-pdf-text.ts';

/** The text of a company's reconciliation act of a month, which is ended and closed if it was not. */
export async function givenActOfMonth(
  api: TestApi,
  { staff, company }: { staff: GivenPerson; company: GivenCompany },
  month: string,
): Promise<string> {
  await closeMonth(api, staff, month, OVERRIDE_ALL);
  const { token } = company.admin;
  const { data } = (await api.get('/api/doc', { token })).body;
  const act = data[month].find((row: { title: string }) => row.title.startsWith('Акт сверки'));
  return readPdfText((await api.get(`/api/doc/${act.id}/download`, { token })).bytes);
}
