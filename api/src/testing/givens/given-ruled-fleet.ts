import { PARTNER } from '#contract/ids.ts';
import { syncCard } from '../../modules/cards/cards/sync-card.ts';
import { maintainRules } from '../../modules/fleet/rules/maintain-rules.ts';
import type { TestApi } from '../api.ts';
import { givenCard, givenCompany, type GivenCard, type GivenCompany } from './factories.ts';

let serial = 0;

export type GivenFleet = Awaited<ReturnType<typeof givenRuledFleet>>;

/**
 * A company whose cards have rules in layers, with the admin's changes to them and what a card and its network show.
 * The api runs no jobs and its `networkTimeoutMs` is 0, so only `settle` notifies the networks.
 */
export async function givenRuledFleet(api: TestApi) {
  const company: GivenCompany = await givenCompany(api);
  const { token } = company.admin;

  async function groupWith(cards: readonly GivenCard[], title = 'Дальние рейсы') {
    const group = (await api.post('/api/vehicle-groups', { token, json: { title } })).body.data.id as number;
    serial += 1;
    const plate = `А${String(serial).padStart(3, '0')}ВС77`;
    const json = { plate, group_id: group, card_ids: cards.map(({ id }) => id) };
    const truck = (await api.post('/api/vehicles', { token, json })).body.data.id as number;
    return { group, truck };
  }

  const ownCard = () => givenCard(api, company.id, { partnerId: PARTNER.gpn, balanceKopecks: 100_000_00 });
  const shown = async ({ id }: GivenCard) => (await api.get(`/api/card/${id}`, { token })).body.data;
  const readCardLimit = async (card: GivenCard) => {
    const { limit } = await shown(card);
    return `${limit.unit_count} ${limit.unit.id} ${limit.period.id} ${limit.source}`;
  };
  const atNetwork = async ({ number }: GivenCard) =>
    (await api.ctx.getNetwork(PARTNER.gpn).cardStates()).find((cardState) => cardState.cardNumber === number);
  const listRules = async ({ id }: GivenCard) =>
    (await api.get(`/api/card/${id}/rules`, { token })).body.data;
  const setLimit = ({ id }: GivenCard, unit_count: number, unit_type = 'amount', period = 'P1D') =>
    api.post(`/api/card/${id}/setLimit`, { token, json: { unit_count, unit_type, period, goodsGroups: [] } });
  const setGoods = ({ id }: GivenCard, cg_ids: readonly number[]) =>
    api.post(`/api/card/${id}/setGoods`, { token, json: { cg_ids } });
  const setRules = (path: string, rules: object[]) => api.put(path, { token, json: { rules } });
  const changes = async () => (await api.get('/api/rules/changes', { token })).body.data;
  const undo = (id: number) => api.post(`/api/rules/changes/${id}/undo`, { token, json: {} });

  /** Sends all choices to the networks, and the loop checks the cards. */
  async function settle(...cards: GivenCard[]): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      await maintainRules(api.ctx);
      for (const { id } of cards) await syncCard(api.ctx, id);
    }
    await maintainRules(api.ctx);
  }

  return {
    company,
    token,
    groupWith,
    ownCard,
    shown,
    readCardLimit,
    atNetwork,
    listRules,
    setLimit,
    setGoods,
    setRules,
    changes,
    undo,
    settle,
  };
}
