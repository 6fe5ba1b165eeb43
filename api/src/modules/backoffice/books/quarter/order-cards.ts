import { PARTNER } from '#contract/ids.ts';
import { givenCard, givenCompany } from '../../../../testing/givens/factories.ts';
import { givenIssuedOrder } from '../../../../testing/givens/given-order.ts';
import { givenTariff } from '../../../../testing/givens/given-tariff.ts';
import { getToday, NETWORKS, send, type PlayedClient, type Stage } from './stage.ts';

const CARD_PRICE = 150_00;
/** Price of a delivery, which every client's tariff names. */
const DELIVERY = 250_00;

export async function setCardPrice(stage: Stage): Promise<void> {
  await send(stage, 'put', `/staff/api/partners/${PARTNER.gpn}`, { card_price: CARD_PRICE / 100 });
}

/** A client with a card of each network and a tariff; one of four has a fee of each kind, or none. */
export async function addClient(stage: Stage, index: number): Promise<PlayedClient> {
  const { api, staff, random } = stage;
  const company = await givenCompany(api);
  const cards = [];
  for (const partnerId of NETWORKS) cards.push(await givenCard(api, company.id, { partnerId }));
  const change = (['discount', 'surcharge', 'none'] as const)[index % 3] ?? 'none';
  const rate = change === 'none' ? 0 : random.whole(50, 499);
  const feeRate = random.whole(1, 99);
  const monthlyFee = index % 4 === 0 ? random.whole(100_00, 300_00) : 0;
  const cardFee = index % 4 === 1 ? random.whole(10_00, 60_00) : 0;
  const minimum = index % 4 === 2 ? random.whole(300_00, 900_00) : 0;
  await givenTariff(api, staff, {
    company_id: company.id,
    change,
    fee: feeRate / 100,
    delivery_fee: DELIVERY / 100,
    ...(rate && { rate: rate / 100 }),
    ...(monthlyFee && { monthly_fee: monthlyFee / 100 }),
    ...(cardFee && { card_monthly_fee: cardFee / 100 }),
    ...(minimum && { monthly_minimum: minimum / 100 }),
  });
  return { id: company.id, change, rate, feeRate, monthlyFee, cardFee, minimum, company, cards };
}

/** A client orders cards of Газпромнефть and gets them: each costs its price, and the order its delivery. */
export async function orderCards(
  stage: Stage,
  { id, company }: PlayedClient,
  { count, isDelivered }: { count: number; isDelivered: boolean },
): Promise<void> {
  await givenIssuedOrder(stage.api, company.admin, [{ partner: PARTNER.gpn, count }]);
  const day = getToday(stage);
  const known = { clientId: id, partner: PARTNER.gpn, day, month: day.slice(0, 7) };
  const { fees } = stage.quarter;
  fees.push({ ...known, title: 'Выпуск топливных карт', sum: count * CARD_PRICE });
  if (isDelivered) fees.push({ ...known, title: 'Доставка топливных карт', sum: DELIVERY });
}
