import { innProblem } from '#contract/values/inn.ts';
import { CARD_STATUS, type FirstPartnerId } from '#contract/ids.ts';
import { NETWORK_GOODS } from '../../../api/src/gateways/fuel-network/goods.ts';
import { moscowDay } from '../../../api/src/lib/money-format.ts';
import { givenPerson, givenSession, type GivenPerson } from '../../../api/src/testing/givens/factories.ts';
import { freshCode, retryUntilAnswered, newKey } from '../ask.ts';
import { noSums, total, type Company } from '../truth.ts';
import type { World } from '../world.ts';

/** Every third company is a further one of the admin of the company before it. */
const FURTHER_EVERY = 3;

/** A newcomer, or an admin for a further company, orders cards, staff approve, and the agreement is accepted. */
export async function joinProgramme(world: World, partnerId: FirstPartnerId, count: number): Promise<void> {
  const { truth, outside } = world;
  const place = truth.companies.length;
  const phone = `7912${String(place).padStart(7, '0')}`;
  const before = place % FURTHER_EVERY === FURTHER_EVERY - 1 ? truth.companies[place - 1] : undefined;
  const person = before?.admin ?? (await world.undisturbed((api) => givenPerson(api, { phone })));
  const inn = makeInn(place);
  await orderCards(world, person, { partnerId, count, inn });
  const id = await findCompanyId(world, inn);
  const company: Company = {
    id,
    inn,
    admin: before ? await enterFurther(world, { person, id }) : person,
    cards: [],
    ordered: [{ partnerId, count }],
    invoices: [],
    paidIn: 0,
    credit: 0,
    creditDays: 0,
    evenings: [],
    distributed: noSums(),
    revoked: noSums(),
    movements: [],
    since: moscowDay(outside.clock.now()),
    upds: [],
    corrections: [],
    tariffs: [],
    sales: [],
    cardCharges: [],
    printedCards: noSums(),
    advance: 0,
    advanceTill: '',
  };
  truth.companies.push(company);
  await retryUntilAnswered(world, 'POST', '/api/termsOfService/accept', {
    token: company.admin.token,
    json: {},
  });
}

/** Returns the person with another session, which has entered the further company. */
async function enterFurther(
  world: World,
  { person, id }: { person: GivenPerson; id: number },
): Promise<GivenPerson> {
  const token = await world.undisturbed((api) => givenSession(api, person.id));
  await retryUntilAnswered(world, 'POST', `/api/companies/${id}/enter`, { token });
  return { ...person, companyId: id, token };
}

async function findCompanyId({ outside }: World, inn: string): Promise<number> {
  const { rows } = await outside.owner.query<{ id: number }>('select id from company where inn = $1', [inn]);
  return Number(rows[0]?.id);
}

/** Makes an unused INN of region 00: the embedded register knows a company under each. */
function makeInn(place: number): string {
  const start = `00${String(place + 1).padStart(7, '0')}`;
  return start + [...'0123456789'].find((digit) => innProblem(start + digit) === null);
}

export async function orderMore(
  world: World,
  company: Company,
  partnerId: FirstPartnerId,
  count: number,
): Promise<void> {
  await orderCards(world, company.admin, { partnerId, count });
  company.ordered.push({ partnerId, count });
}

async function orderCards(
  world: World,
  { token, phone }: GivenPerson,
  { partnerId, count, inn }: { partnerId: FirstPartnerId; count: number; inn?: string },
): Promise<void> {
  const form = {
    sms: await freshCode(world, { token, phone }),
    'item[0][cards_cnt]': count,
    'item[0][partner_id]': partnerId,
    ...(inn ? { inn } : {}),
  };
  const { data } = await retryUntilAnswered(world, 'POST', '/api/cardsRequest', {
    token,
    form,
    key: newKey(world),
  });
  await retryUntilAnswered(world, 'POST', `/staff/api/requests/${data.id}/approve`, {
    token: world.staff.token,
    json: {},
  });
}

/** Finds the cards that have come, and chooses the goods of one that is not set up yet. */
export async function setUpCards(world: World, company: Company): Promise<void> {
  const { token } = company.admin;
  if (company.cards.length === total(company.ordered.map(({ count }) => count))) return;
  const { data } = await retryUntilAnswered(world, 'GET', '/api/card', { token });
  const cards = data as SeenCard[];
  for (const seen of cards) {
    if (seen.status.id !== CARD_STATUS.notSetUp) continue;
    const json = { cg_ids: NETWORK_GOODS.map((goods) => goods.id) };
    await retryUntilAnswered(world, 'POST', `/api/card/${seen.id}/setGoods`, { token, json });
  }
  company.cards = cards
    .map((seen) => ({ id: seen.id, number: seen.card_number, partnerId: seen.partner.id }))
    .sort((a, b) => (a.number < b.number ? -1 : 1));
}

interface SeenCard {
  id: number;
  card_number: string;
  partner: { id: FirstPartnerId };
  status: { id: number };
}
