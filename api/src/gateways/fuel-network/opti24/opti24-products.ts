import { z } from 'zod';
import { findGoods } from '../goods.ts';
import { goodsOfTitle, OTHER_GOODS } from '../goods-of-title.ts';
import { identifier } from '../wire-values.ts';
import type { Opti24Caller } from './opti24-caller.ts';
import { NetworkUnavailable } from '../fuel-network.ts';

export interface Opti24Products {
  /** The type of all motor fuel. */
  fuelType: string;
  groups: { id: string; goodsId: number; treeItemId: number | null }[];
}

const dictionaryShape = z.object({
  result: z.array(
    z.object({
      id: identifier,
      value: z.string().nullish(),
      name: z.string().nullish(),
      deleted: z.union([z.number(), z.string(), z.boolean()]).nullish(),
    }),
  ),
});

/**
 * Returns the network's ids for goods that we know by title. They are stored for the life of the process, because the
 * calls are billed.
 */
export function opti24Products(caller: Opti24Caller): () => Promise<Opti24Products> {
  let known: Promise<Opti24Products> | null = null;
  return () => {
    known ??= readProducts(caller).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}

async function readProducts(caller: Opti24Caller): Promise<Opti24Products> {
  const types = await readDictionary(caller, 'ProductType');
  const fuelType = types.find(({ title }) => /топлив|нефтепродукт/i.test(title))?.id;
  if (!fuelType) throw new NetworkUnavailable('opti24: its dictionary names no motor fuel');
  const groups = (await readDictionary(caller, 'ProductGroup')).flatMap(({ id, title }) => {
    const goodsId = goodsOfTitle(title);
    return goodsId === OTHER_GOODS
      ? []
      : [{ id, goodsId, treeItemId: findGoods(goodsId)?.treeItemId ?? null }];
  });
  return { fuelType, groups };
}

async function readDictionary(caller: Opti24Caller, name: string): Promise<{ id: string; title: string }[]> {
  const { result } = await caller.read('v1/getDictionary', { name }, dictionaryShape);
  return result
    .filter(({ deleted }) => !Number(deleted ?? 0))
    .map(({ id, value, name: title }) => ({ id, title: title ?? value ?? '' }));
}
