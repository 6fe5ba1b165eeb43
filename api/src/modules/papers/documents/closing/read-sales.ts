import type { PartnerId } from '#contract/ids.ts';
import { unpackSales, type FrozenMonth } from './frozen-figures.ts';
import type { ClosingSale } from './month-closing.ts';

/** The frozen sales of a network, a part at a time. */
export async function* readSales(
  { parts }: Pick<FrozenMonth, 'parts'>,
  partnerId: PartnerId,
  readPart: (sha256: string) => Promise<Uint8Array>,
): AsyncGenerator<ClosingSale[]> {
  for (const { sha256, partnerIds } of parts)
    if (partnerIds.includes(partnerId))
      yield unpackSales(await readPart(sha256)).filter((sale) => sale.partnerId === partnerId);
}
