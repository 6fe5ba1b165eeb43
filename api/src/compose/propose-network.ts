import type { EndpointBody } from '#contract/endpoint.ts';
import {
  NETWORK_ADAPTERS,
  type addNetwork,
  type changeNetwork,
  type NetworkAdapter,
} from '#contract/fuel/networks.ts';
import { titleKey } from '#contract/values/visible-text.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Proposal, TwoPeopleRule } from '../modules/identity/approvals/approvals.ts';
import { assertNetwork } from '../modules/programme/partners/assert-network.ts';
import { toNetworkInput } from '../modules/programme/partners/present.ts';
import type { Call } from '../http/call.ts';

/** A network's server reports what clients have bought. So adding a real network needs two people. */
export const proposeNetwork: TwoPeopleRule = async (ctx, call) => {
  const { body } = call as unknown as Call<typeof addNetwork>;
  const proposal = await makeProposal(ctx, {
    title: 'Новая сеть',
    body,
    adapter: body.adapter,
    partnerId: null,
  });
  return proposal && { ...proposal, about: { title: titleKey(body.title) } };
};

/** Changing the settings of a network needs two people too. */
export const proposeNetworkChange: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof changeNetwork>;
  const adapter = ctx.addedNetwork(params.id)?.adapter;
  if (!adapter) throw notFound('Сеть не найдена');
  return makeProposal(ctx, { title: 'Изменить сеть', body, adapter, partnerId: params.id });
};

async function makeProposal(
  ctx: Context,
  input: {
    title: string;
    body: EndpointBody<typeof changeNetwork>;
    adapter: NetworkAdapter;
    partnerId: number | null;
  },
): Promise<Proposal | null> {
  const { adapter, body, partnerId } = input;
  if (adapter === 'simulated') return null;
  const network = { ...toNetworkInput(body), adapter };
  await assertNetwork(ctx, ctx.db.system, { network, partnerId, title: body.title });
  return {
    title: input.title,
    details: [
      { title: 'Название', value: body.title },
      { title: 'Протокол связи', value: NETWORK_ADAPTERS[adapter].title },
      { title: 'Адрес', value: body.address ?? 'известный' },
      { title: 'Настройки с ключами', value: body.settings ?? 'нет' },
    ],
  };
}
