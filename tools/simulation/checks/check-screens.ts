import { OPERATION_TYPE } from '#contract/ids.ts';
import { retryUntilAnswered } from '../ask.ts';
import { chargedBeside, ownMoney } from '../company-money.ts';
import { total, type Company, type Sale } from '../truth.ts';
import { getExtra } from '../tariffs.ts';
import { Failure, type World } from '../world.ts';

/**
 * Checks through the public API what the company's own people see at the day's end: balances, cards, list, statement.
 */
export async function checkScreens(
  world: World,
  company: Company,
  { reported, unallocated }: { reported: readonly Sale[]; unallocated: number },
): Promise<void> {
  const { token } = company.admin;
  const get = async (url: string) => (await retryUntilAnswered(world, 'GET', url, { token })).body;
  const assertEqual = (what: string, is: number, should: number): void => {
    if (Math.round(is * 100) !== should)
      throw new Failure(`${what} of company ${company.id} shows ${is}, must be ${should / 100}`);
  };
  const client = (await get(`/api/client/${company.id}`)).data;
  assertEqual('free money', client.notDistSum, Math.max(0, unallocated + company.credit));

  const cards = (await get('/api/card')).data as { id: number; card_sum: number; shortfall: number }[];
  const onPartners = total(client.accounts.map(({ sum }: { sum: number }) => Math.round(sum * 100)));
  const onCards = total(cards.map(({ card_sum: sum }) => Math.round(sum * 100)));
  const fuel = total(reported.map(({ refundedSale, sum }) => (refundedSale ? -sum : sum)));
  const left = ownMoney(company) - fuel - chargedBeside(company, reported);
  assertEqual('money altogether', (unallocated + onPartners + onCards) / 100, left);

  const purchases = (await get(`/api/operations?typeId=${OPERATION_TYPE.purchase}`)).meta;
  assertEqual(
    'purchases',
    purchases.pagination.total / 100,
    reported.filter(({ refundedSale }) => !refundedSale).length,
  );
  const spent = (await get('/api/operations')).meta.totals.sum;
  assertEqual('fuel in the list, as it is charged', spent, fuel + getExtra(reported));

  const { data } = await get(`/api/client/statement?${today(world)}`);
  assertEqual(
    'the statement’s sum',
    data.opening + data.came_in - data.went_out,
    Math.round(data.closing * 100),
  );
  assertEqual('the statement’s end', data.closing, left);
}

function today({ outside }: World): URLSearchParams {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' }).format(outside.clock.now());
  return new URLSearchParams({ date_from: day, date_to: day });
}
