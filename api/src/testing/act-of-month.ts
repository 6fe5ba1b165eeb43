import type { TestApi } from './api.ts';
import type { GivenCompany, GivenPerson } from './factories.ts';
import { textOfPaper } from './read-paper.ts';

/** The text of a company's reconciliation act of a month, which is closed if it was not. */
export async function actOfMonth(
  api: TestApi,
  { staff, company }: { staff: GivenPerson; company: GivenCompany },
  month: string,
): Promise<string> {
  await api.post('/staff/api/documents/close-month', { token: staff.token, json: { date: month } });
  const { token } = company.admin;
  const { data } = (await api.get('/api/doc', { token })).body;
  const act = data[month].find((one: { title: string }) => one.title.startsWith('Акт сверки'));
  return textOfPaper((await api.get(`/api/doc/${act.id}/download`, { token })).bytes);
}
