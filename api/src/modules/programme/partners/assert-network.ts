import { NETWORK_ADAPTERS } from '#contract/fuel/networks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { AddedNetwork } from '../../../gateways/fuel-network/added-network.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { isTitleTaken, listAddedNetworks } from './added-networks.ts';

/**
 * Refuses what no network can be set to: goods and an adapter that are not there, an address or settings that are missing
 * or in the clear, and what another network has already, a name, settings or a brand of stations. Settings that two
 * networks shared would send the keys of one to the address of the other.
 */
export async function assertNetwork(
  ctx: Context,
  tx: Db,
  input: { network: Omit<AddedNetwork, 'partnerId'>; partnerId: number | null; title: string },
): Promise<void> {
  const { network, partnerId, title } = input;
  assertReachable(ctx, network);
  if (network.goodsIds.length === 0) throw fieldRefusal('goods', 'Отметьте, что продаёт сеть');
  if (!network.goodsIds.every(findGoods)) throw fieldRefusal('goods', 'Неизвестный вид топлива');
  if (await isTitleTaken(tx, title, partnerId))
    throw fieldRefusal('title', 'Сеть с таким названием уже есть');
  const others = (await listAddedNetworks(tx)).filter((addedNetwork) => addedNetwork.partnerId !== partnerId);
  if (network.settings !== null && others.some((other) => other.settings === network.settings))
    throw fieldRefusal('settings', 'Эти настройки уже у другой сети');
  const taken = network.brands.find((brand) => others.some((other) => other.brands.includes(brand)));
  if (taken !== undefined) throw fieldRefusal('brands', `Станции «${taken}» уже у другой сети`);
}

function assertReachable({ config, simulated }: Context, network: Omit<AddedNetwork, 'partnerId'>): void {
  const { adapter, address, settings } = network;
  if (adapter === 'simulated') {
    if (!simulated) throw fieldRefusal('adapter', 'На этом сервере сети не имитируются');
    return;
  }
  if (settings === null) throw fieldRefusal('settings', 'Укажите имя настройки с ключами сети');
  if (NETWORK_ADAPTERS[adapter].needsAddress && address === null)
    throw fieldRefusal('address', 'Укажите адрес сервера сети');
  if (config.production && address?.startsWith('http:'))
    throw fieldRefusal('address', 'Ключи сети передаются только по https://');
}
