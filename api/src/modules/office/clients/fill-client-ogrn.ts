import type { fillOgrn as endpoint } from '#contract/clients.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { Context } from '../../../context.ts';
import { fillOgrn } from '../../companies/companies/fill-ogrn.ts';
import { makeRefusedXml } from '../documents/make-refused-xml.ts';

/** Fills in the ОГРН that a client lacks, and makes the papers that waited for it. */
export async function fillClientOgrn(
  ctx: Context,
  said: { companyId: number; userId: number; ip: string; ogrn: string },
): Promise<DataOf<typeof endpoint>> {
  await fillOgrn(ctx, said);
  return { ogrn: said.ogrn, made: await makeRefusedXml(ctx, said.companyId) };
}
