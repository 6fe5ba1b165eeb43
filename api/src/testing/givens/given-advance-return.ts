import type { ApiResponse, ApiRequest, TestApi } from '../api.ts';
import type { GivenCompany, GivenPerson } from './factories.ts';
import { givenBankFile, outgoingDocument, bankFileDocument, makeStatement } from './given-bank-file.ts';

/** The company has paid in 500 rubles and got 150 of them back: staff have to decide about that return. */
export async function givenAdvanceReturn(
  api: TestApi,
  staff: GivenPerson,
  { inn }: GivenCompany,
  about: { sum?: string; taken?: string; paid?: string } = {},
): Promise<number> {
  const { sum, taken, paid = '500.00' } = about;
  // The companies of these tests share one bank account. The payments' purposes distinguish them.
  const input = { inn, number: '42', purpose: `Возврат аванса ${inn}` };
  const lines = makeStatement(
    bankFileDocument({ inn, sum: paid, number: '41', purpose: `Пополнение ${inn}` }),
    outgoingDocument({ ...input, ...(sum ? { sum } : {}), ...(taken ? { taken } : {}) }),
  );
  await givenBankFile(api, staff, lines);
  const { data } = (await api.get('/staff/api/advance-returns', { token: staff.token })).body;
  return data[0].id;
}

/** Sends the staff's decision about an advance return, as their screen does. */
export function advanceReturnCalls(api: TestApi, { token }: GivenPerson) {
  const say = (id: number, action: string, json: object, more: ApiRequest): Promise<ApiResponse> =>
    api.post(`/staff/api/advance-returns/${id}/${action}`, { token, json, ...more });
  return {
    book: (id: number, more: ApiRequest = {}) => say(id, 'book', {}, more),
    dismiss: (id: number, json: object = { reason: 'Оплата ремонта' }, more: ApiRequest = {}) =>
      say(id, 'dismiss', json, more),
    reopen: (
      id: number,
      json: object = { revision: 0, reason: 'Списали не у того клиента' },
      more: ApiRequest = {},
    ) => say(id, 'reopen', json, more),
  };
}
