import type { EndpointBody } from '#contract/endpoint.ts';
import type { Call } from '../http/call.ts';
import { TARIFF_CHANGE_TITLE, type createTariff, type endTariff } from '#contract/programme/tariffs.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { formatDateLong, formatRubles } from '../lib/money-format.ts';
import { findCompany } from '../modules/companies/companies/companies.ts';
import type { Proposal, TwoPeopleRule } from '../modules/identity/approvals/approvals.ts';
import { listPartners } from '../modules/programme/partners/partners.ts';
import { assertMayStart } from '../modules/programme/tariffs/assert-may-start.ts';
import {
  formatHundredths,
  formatRate,
  formatTariff,
  listFees,
} from '../modules/programme/tariffs/format-tariff.ts';
import { findTariff, toTariff } from '../modules/programme/tariffs/tariffs.ts';
import { previewTariff } from '../modules/programme/tariffs/tariff-preview.ts';
import { computeChargedSum } from '../modules/programme/tariffs/tariff.ts';

/** A tariff changes what clients pay for every litre: always by two people. */
export const proposeTariff: TwoPeopleRule = async (ctx, call) => {
  const { body } = call as unknown as Call<typeof createTariff>;
  await assertMayStart(ctx.db.system, toTariff(body), ctx.clock.now());
  // It is asked again to find what has changed, which last month's purchases do by themselves.
  const effect = call.confirmedBy === null ? await describeEffect(ctx, body) : [];
  const last = body.last_day ? `, последний день ${formatDateLong(body.last_day)}` : '';
  return {
    title: 'Новый тариф',
    about: {
      company_id: body.company_id ?? null,
      partner_id: body.partner_id ?? null,
      goods: body.goods ?? null,
    },
    ...(body.company_id !== undefined && { companyId: body.company_id }),
    details: [
      { title: 'Кому', value: await describeClient(ctx, body.company_id) },
      { title: 'Сеть', value: await formatNetwork(ctx, body.partner_id) },
      { title: 'Что', value: body.goods ?? 'всё' },
      { title: TARIFF_CHANGE_TITLE[body.change], value: formatRate(body) },
      { title: 'Сервисный сбор', value: body.fee ? `${formatHundredths(body.fee)} %` : 'нет' },
      ...listFees(toTariff(body).fees).map(({ title, sum: value }) => ({ title, value })),
      { title: 'Начало', value: formatDateLong(body.first_day) + last },
      { title: 'Основание', value: body.note || 'не указано' },
      ...effect,
    ],
  };
};

/** Ending a tariff needs two people too. */
export const proposeTariffEnd: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof endTariff>;
  const tariff = await findTariff(ctx.db.system, params.id);
  if (!tariff) throw notFound('Тариф не найден');
  return {
    title: 'Завершить тариф',
    ...(tariff.companyId !== null && { companyId: tariff.companyId }),
    details: [
      { title: 'Тариф', value: `№ ${params.id}, ${formatTariff(tariff)}` },
      { title: 'Кому', value: tariff.client ? formatClient(tariff.client) : 'всем клиентам' },
      { title: 'Сеть', value: tariff.partner?.title ?? 'все' },
      { title: 'Что', value: tariff.goodsTitle ?? 'всё' },
      { title: 'Последний день', value: body.last_day ? formatDateLong(body.last_day) : 'сегодня' },
      { title: 'Основание', value: body.reason },
    ],
  };
};

async function describeClient(ctx: Context, companyId: number | undefined): Promise<string> {
  if (companyId === undefined) return 'всем клиентам';
  const company = await findCompany(ctx.db.system, companyId);
  return company ? formatClient(company) : `№ ${companyId}`;
}

function formatClient({ title, inn }: { title: string; inn: string }): string {
  return `${title}, ИНН ${inn}`;
}

/** Returns what last month's purchases would have come to under the tariff. */
async function describeEffect(
  ctx: Context,
  body: EndpointBody<typeof createTariff>,
): Promise<Proposal['details']> {
  const { totals } = await previewTariff(ctx, toTariff(body));
  const charged = computeChargedSum(totals.sum, totals);
  const difference = totals.chargedNow - charged;
  const { services } = totals;
  const effect = [
    {
      title: 'Прошлый месяц',
      value: `покупок ${totals.sales}, по цене АЗС ${formatRubles(totals.sum)}`,
    },
    {
      title: 'Клиенты заплатили бы',
      value: `${formatRubles(charged)} вместо ${formatRubles(totals.chargedNow)}`,
    },
    { title: 'Разница', value: formatDifference(difference) },
    ...(services
      ? [
          {
            title: 'Доставка и сборы за месяц',
            value: `${formatRubles(services.sum)} вместо ${formatRubles(services.chargedNow)}`,
          },
        ]
      : []),
  ];
  return effect.map((detail) => ({ ...detail, movesByItself: true }));
}

function formatDifference(difference: number): string {
  if (difference === 0) return 'нет';
  return `${formatRubles(Math.abs(difference))} ${difference > 0 ? 'в пользу клиентов' : 'в пользу программы'}`;
}

async function formatNetwork(ctx: Context, id: number | undefined): Promise<string> {
  if (id === undefined) return 'все';
  const partners = await listPartners(ctx.db.system);
  return partners.find((partner) => partner.id === id)?.title ?? `№ ${id}`;
}
