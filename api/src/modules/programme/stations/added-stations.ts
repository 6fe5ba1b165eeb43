import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';

/** The brands whose stations take the cards of a network that staff have added. */
export type AddedStations = { id: PartnerId; brands: readonly string[] };

export function addedStations(ctx: Context): AddedStations[] {
  return ctx.partnerIds().flatMap((id) => {
    const brands = ctx.addedNetwork(id)?.brands;
    return brands ? [{ id, brands }] : [];
  });
}
