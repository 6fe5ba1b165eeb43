import { z } from 'zod';
import { findGoods } from '../goods.ts';
import { readRecords, type Records } from '../read-records.ts';
import { NetworkRefusal } from '../send-once.ts';
import { identifier } from '../wire-values.ts';
import type { Opti24Caller } from './opti24-caller.ts';
import type { Opti24Products } from './opti24-products.ts';

const ALLOW = 1;

const restrictionShape = z.object({
  id: identifier,
  card_id: identifier.nullish(),
  productGroup: identifier.nullish(),
  restriction_type: z.coerce.number(),
});
const restrictionsShape = z.object({ result: z.array(z.unknown()).nullish() });
const savedShape = z.union([z.array(identifier), z.object({ data: z.array(identifier) })]);

export type Restriction = z.output<typeof restrictionShape>;

/** Restrictions of one card, or of the whole contract if none is named. */
export async function readRestrictions(caller: Opti24Caller, cardId?: string): Promise<Records<Restriction>> {
  const query = { contract_id: caller.contract, ...(cardId && { card_id: cardId }) };
  const { result } = await caller.read('v1/restriction', query, restrictionsShape);
  const { readable, unreadable } = readRecords(result ?? [], 'id', (item) => restrictionShape.parse(item));
  await caller.report(unreadable, { list: 'restrictions', covers: cardId ? [] : 'all' });
  return {
    readable: readable.filter((item) => !cardId || !item.card_id || item.card_id === cardId),
    unreadable,
  };
}

/** Adds the new restrictions before removing the old ones, so that the card is never without any. */
export async function writeRestrictions(
  caller: Opti24Caller,
  cardId: string,
  about: { goodsIds: readonly number[]; standing: readonly Restriction[]; products: Opti24Products },
): Promise<void> {
  const { standing, products } = about;
  const wanted = findProductGroups(about.goodsIds, products);
  const missing = wanted.filter((group) => !standing.some((item) => allowsGroup(item, group)));
  if (missing.length > 0) {
    const restriction = missing.map((productGroup) => ({
      card_id: cardId,
      contract_id: caller.contract,
      productType: products.fuelType,
      productGroup,
      restriction_type: ALLOW,
    }));
    await caller.write('v1/setRestriction', { restriction: JSON.stringify(restriction) }, savedShape);
  }
  for (const item of standing.filter((each) => !wanted.some((group) => allowsGroup(each, group)))) {
    const form = { contract_id: caller.contract, restriction_id: item.id };
    await caller.write('v1/removeRestriction', form, z.literal(true));
  }
}

export function areSameGoods(
  standing: readonly Restriction[],
  goodsIds: readonly number[],
  products: Opti24Products,
): boolean {
  const wanted = findProductGroups(goodsIds, products);
  return (
    standing.length === wanted.length &&
    wanted.every((group) => standing.some((item) => allowsGroup(item, group)))
  );
}

export function getAllowedGoods(standing: readonly Restriction[], products: Opti24Products): number[] {
  return products.groups
    .filter(({ id }) => standing.some((item) => allowsGroup(item, id)))
    .map(({ goodsId }) => goodsId);
}

function allowsGroup(item: Restriction, group: string): boolean {
  return item.restriction_type === ALLOW && item.productGroup === group;
}

function findProductGroups(goodsIds: readonly number[], products: Opti24Products): string[] {
  return goodsIds.flatMap((goodsId) => {
    const groups = products.groups.filter((group) => group.goodsId === goodsId);
    if (groups.length === 0)
      throw new NetworkRefusal(`ОПТИ 24 не продаёт: ${findGoods(goodsId)?.title ?? goodsId}`);
    return groups.map(({ id }) => id);
  });
}
