import type { TestApi } from './api.ts';
import { closeMonth, DESPITE_ALL } from './close-month.ts';
import type { GivenCompany, GivenPerson } from './factories.ts';
import { textOfPaper } from './read-paper.ts';

/** The text of a company's reconciliation act of a month, which is ended and closed if it was not. */
export async function actOfMonth(
  api: TestApi,
  { staff, company }: { staff: GivenPerson; company: GivenCompany },
  month: string,
): Promise<string> {
  await closeMonth(api, staff, month, DESPITE_ALL);
  const { token } = company.admin;
  const { data } = (await api.get('/api/doc', { token })).body;
  const act = data[month].find((one: { title: string }) => one.title.startsWith('Акт сверки'));
  return textOfPaper((await api.get(`/api/doc/${act.id}/download`, { token })).bytes);
}
