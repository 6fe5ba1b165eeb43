import { moscowDay } from '../../lib/money-format.ts';
import type { TestApi } from '../api.ts';
import type { GivenPerson } from './factories.ts';

export interface TariffInput {
  company_id?: number;
  partner_id?: number;
  goods?: string;
  change?: 'none' | 'discount' | 'surcharge';
  unit?: 'percent' | 'litre';
  rate?: number;
  fee?: number;
  delivery_fee?: number;
  monthly_fee?: number;
  card_monthly_fee?: number;
  monthly_minimum?: number;
  first_day?: string;
  last_day?: string;
}

/** Enters a tariff from today on, as staff do; returns its id. */
export async function givenTariff(api: TestApi, { token }: GivenPerson, input: TariffInput): Promise<number> {
  const json = { change: input.rate ? 'discount' : 'none', first_day: moscowDay(api.clock.now()), ...input };
  const answer = await api.post('/staff/api/tariffs', { token, json });
  if (answer.status !== 200) throw new Error(`no tariff: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data.id;
}
