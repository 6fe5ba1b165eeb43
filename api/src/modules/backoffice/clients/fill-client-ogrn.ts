import type { fillOgrn as endpoint } from '#contract/companies/clients.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import type { Context } from '../../../context.ts';
import { fillOgrn } from '../../companies/companies/requisites.ts';
import { makeRefusedXml } from '../../papers/documents/xml/refused-xml.ts';

/** Fills in the missing ОГРН of a client, and makes the documents that waited for it. */
export async function fillClientOgrn(
  ctx: Context,
  input: { companyId: number; userId: number; ip: string; ogrn: string },
): Promise<EndpointData<typeof endpoint>> {
  await fillOgrn(ctx, input);
  return { ogrn: input.ogrn, made: await makeRefusedXml(ctx, input.companyId) };
}
