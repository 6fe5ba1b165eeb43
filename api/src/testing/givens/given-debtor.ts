import { sql } from 'kysely';
import type { TestApi } from '../api.ts';
import { givenCompany, givenMoney, givenStaff, type GivenCompany } from './factories.ts';

const DAY_SECONDS = 24 * 3600;

/** Makes a client with credit of a term of five days, of which a part is used. */
export async function givenDebtor(
  api: TestApi,
  { used = 400, daysForPayment = 5, daysWithoutPayment = 0 } = {},
): Promise<GivenCompany> {
  const company = await givenCompany(api, { creditKopecks: 1000_00 });
  await sql`
    update company set credit_days_for_payment = ${daysForPayment}, credit_days_without_payment = ${daysWithoutPayment}
    where id = ${company.id}`.execute(api.ctx.db.system);
  await spendCredit(api, company, used);
  return company;
}

/** Moves rubles of the unallocated funds, and then of the credit, to a network. */
export async function spendCredit(api: TestApi, company: GivenCompany, rubles: number): Promise<void> {
  const json = { accounts: [{ partner_id: 1, sum: rubles }] };
  const { token } = company.admin;
  const { status } = await api.post(`/api/client/${company.id}/accounts`, { token, json });
  if (status !== 200) throw new Error(`credit was not used: ${status}`);
}

export function pay(api: TestApi, company: GivenCompany, rubles: number): Promise<void> {
  return givenMoney(api, { companyId: company.id, kind: 'unallocated' }, rubles * 100);
}

export function advanceDays(api: TestApi, days: number): void {
  api.clock.advanceSeconds(days * DAY_SECONDS);
}

interface StepInput {
  day: number;
  action: 'remind' | 'stop' | 'claim' | 'penalty';
  text?: string;
  channels?: string[];
  rate?: string;
}

/** Makes a rule by the staff's call, for one client unless `target` says otherwise. It is off. */
export async function givenRule(
  api: TestApi,
  target: { company_id?: number; client_group_id?: number; basis?: string },
  steps: readonly StepInput[],
): Promise<number> {
  const { token } = await givenStaff(api);
  const json = { basis: 'credit', ...target, steps };
  const { status, body } = await api.post('/staff/api/dunning-rules', { token, json });
  if (status !== 200) throw new Error(`no rule: ${JSON.stringify(body)}`);
  return body.data.id;
}

/** Switches a rule on; the API confirms it by a second member where it is started so. */
export async function switchOn(api: TestApi, id: number) {
  const { token } = await givenStaff(api);
  return api.post(`/staff/api/dunning-rules/${id}/on`, { token, json: { reason: 'Приказ 7' } });
}

export async function readDunning(api: TestApi, company: GivenCompany) {
  const { token } = await givenStaff(api);
  return (await api.get(`/staff/api/clients/${company.id}/dunning`, { token })).body.data;
}
