import { isDeepStrictEqual } from 'node:util';
import type { Requisites } from '#contract/values/requisites.ts';
import { SERVICE_FEE_TITLE, SERVICE_FEES } from '#contract/programme/tariffs.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import type { Context } from '../../../context.ts';
import type { PdfParty } from '../../../lib/pdf/pdf-blocks.ts';
import { formatRubles, moscowDay } from '../../../lib/money-format.ts';
import { findCompany, toDocumentParty } from '../../companies/companies/companies.ts';
import { findCompanyTerms, findTermsVersion } from '../../companies/terms/terms.ts';
import { listOfferedPartners, type PartnerRecord } from '../../programme/partners/partners.ts';
import { findServiceFees } from '../../programme/tariffs/service-fees.ts';
import { formatTariff } from '../../programme/tariffs/format-tariff.ts';
import { nearestTariff, type Tariff } from '../../programme/tariffs/tariff.ts';
import { listTariffsInForce } from '../../programme/tariffs/tariffs.ts';

/** Facts printed in an edition of a contract, as they are on its day. Days are `YYYY-MM-DD`. */
export interface ContractFacts {
  operator: Requisites;
  client: PdfParty;
  terms: { version: number; publishedOn: string; sha256: string; acceptedOn: string };
  /** Prices of a purchase in each network. */
  tariffs: { network: string; goods: string; price: string }[];
  /** Prices of cards, delivery and months. */
  fees: { title: string; sum: string }[];
}

/** Returns the facts of today with the text of the terms, or null while the client has accepted none. */
export async function readContractFacts(
  ctx: Context,
  companyId: number,
): Promise<{ facts: ContractFacts; termsText: string } | null> {
  const db = ctx.db.system;
  const company = await findCompany(db, companyId);
  if (!company?.clientSince) return null;
  const accepted = await findCompanyTerms(db, mintCompanyScope(companyId));
  if (accepted.version === null || accepted.acceptedAt === null) return null;
  const terms = await findTermsVersion(db, accepted.version);
  if (!terms) return null;
  const day = moscowDay(ctx.clock.now());
  const tariffs = await listTariffsInForce(db);
  const networks = (await listOfferedPartners(ctx, db, day)).filter(({ active }) => active);
  const facts: ContractFacts = {
    operator: ctx.programme.on(day).requisites,
    client: toDocumentParty(company),
    terms: {
      version: terms.version,
      publishedOn: moscowDay(terms.publishedAt),
      sha256: terms.sha256,
      acceptedOn: moscowDay(accepted.acceptedAt),
    },
    tariffs: networks.flatMap((network) => listPrices(tariffs, { companyId, network, day })),
    fees: listFees(tariffs, { companyId, networks, day }),
  };
  // Stored as JSON, in which what is absent is not there.
  return { facts: JSON.parse(JSON.stringify(facts)) as ContractFacts, termsText: terms.text };
}

/**
 * Returns whether the parties and the terms are the same. Prices are left out: the terms say how they change, so a new
 * tariff asks no client for a signature.
 */
export function hasSameParties(a: ContractFacts, b: ContractFacts): boolean {
  return hasSameRequisites(a, b) && a.terms.version === b.terms.version;
}

/** Facts of both parties, as an additional agreement changes them. */
export type PartyFacts = Pick<ContractFacts, 'operator' | 'client'>;

export function hasSameRequisites(a: PartyFacts, b: PartyFacts): boolean {
  return isDeepStrictEqual(a.operator, b.operator) && isDeepStrictEqual(a.client, b.client);
}

const STATION_PRICE = 'по цене станции';
const ALL_GOODS = 'Все товары';

/** Lists what a purchase of each goods costs, and of all others; goods at the price of the others are left out. */
function listPrices(
  tariffs: readonly Tariff[],
  { companyId, network, day }: { companyId: number; network: PartnerRecord; day: string },
): ContractFacts['tariffs'] {
  const findPrice = (goodsTitle: string): string => {
    const tariff = nearestTariff(tariffs, { companyId, partnerId: network.id, goodsTitle, day });
    // The other table shows the monthly fees of the tariff.
    const { change, unit, rate, feeRate } = tariff ?? {
      change: 'none',
      unit: 'percent',
      rate: 0,
      feeRate: 0,
    };
    return formatTariff({ change, unit, rate, feeRate }) || STATION_PRICE;
  };
  const usual = findPrice('');
  const named = [...new Set(tariffs.flatMap(({ goodsTitle }) => goodsTitle?.trim() || []))]
    .map((goods) => ({ network: network.title, goods, price: findPrice(goods) }))
    .filter(({ price }) => price !== usual);
  return [
    { network: network.title, goods: named.length > 0 ? 'Остальные товары' : ALL_GOODS, price: usual },
    ...named.toSorted((a, b) => a.goods.localeCompare(b.goods, 'ru')),
  ];
}

function listFees(
  tariffs: readonly Tariff[],
  { companyId, networks, day }: { companyId: number; networks: readonly PartnerRecord[]; day: string },
): ContractFacts['fees'] {
  const fees = findServiceFees(tariffs, { companyId, day });
  return [
    ...networks.map(({ title, cardPrice }) => ({
      title: `Выпуск карты ${title}`,
      sum: formatRubles(cardPrice),
    })),
    ...SERVICE_FEES.filter((kind) => fees[kind] > 0).map((kind) => ({
      title: SERVICE_FEE_TITLE[kind],
      sum: formatRubles(fees[kind]),
    })),
  ];
}
