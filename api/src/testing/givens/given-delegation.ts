import type { TestApi } from '../api.ts';
import { givenCompany, givenPerson, type GivenCompany, type GivenPerson } from './factories.ts';

let lastInn = 0;

/** A company whose INN has right control digits, as a delegation names it. */
export function givenClient(
  api: TestApi,
  more: Parameters<typeof givenCompany>[1] = {},
): Promise<GivenCompany> {
  lastInn += 1;
  const digits = `77${String(lastInn).padStart(7, '0')}`;
  const weights = [2, 4, 10, 3, 5, 9, 4, 6, 8];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return givenCompany(api, { ...more, inn: `${digits}${(sum % 11) % 10}` });
}

export interface GivenDelegation {
  id: number;
  firm: GivenCompany;
  /** Employee of the firm, whose session acts for the company. */
  accountant: GivenPerson;
}

/** Lets an accounting firm into a company, with one accountant who has entered it. */
export async function givenDelegation(
  api: TestApi,
  company: GivenCompany,
  terms: { role_id: 9 | 10 } & Record<string, unknown>,
): Promise<GivenDelegation> {
  const firm = await givenClient(api);
  const accountant = await givenPerson(api, { companyId: firm.id, role: 'specialist' });
  const call = async (path: string, { token }: GivenPerson, json: object) => {
    const { status, body } = await api.post(path, { token, json });
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body.data;
  };
  const { id } = await call('/api/delegations', company.admin, { inn: firm.inn, ...terms });
  await call(`/api/delegations/${id}/accept`, firm.admin, {});
  await call(`/api/delegations/${id}/people`, firm.admin, { user_id: accountant.id });
  await call(`/api/companies/${company.id}/enter`, accountant, {});
  return { id, firm, accountant };
}
