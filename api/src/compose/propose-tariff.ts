import type { BodyOf } from '#contract/endpoint.ts';
import {
  TARIFF_CHANGE_TITLE,
  TARIFF_UNIT_TITLE,
  type createTariff,
  type endTariff,
} from '#contract/tariffs.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Call } from '../http/bind.ts';
import { formatDateLong } from '../lib/money-format.ts';
import { findCompany } from '../modules/companies/companies/find-company.ts';
import type { TwoPeopleRule } from '../modules/people/approvals/approval.ts';
import { listPartners } from '../modules/programme/partners/list-partners.ts';
import { assertMayBegin } from '../modules/programme/tariffs/assert-may-begin.ts';
import { findTariff } from '../modules/programme/tariffs/find-tariff.ts';
import { tariffOf } from '../modules/programme/tariffs/tariff-of.ts';

/** A tariff changes what clients pay for every litre: always by two people. */
export const proposeTariff: TwoPeopleRule = async (ctx, call) => {
  const { body } = call as unknown as Call<typeof createTariff>;
  await assertMayBegin(ctx.db.system, tariffOf(body), ctx.clock.now());
  const last = body.last_day ? `, последний день ${formatDateLong(body.last_day)}` : '';
  return {
    title: 'Новый тариф',
    about: ['Кому', 'Сеть', 'Что'],
    ...(body.company_id !== undefined && { companyId: body.company_id }),
    details: [
      { title: 'Кому', value: await clientOf(ctx, body.company_id) },
      { title: 'Сеть', value: await networkOf(ctx, body.partner_id) },
      { title: 'Что', value: body.goods ?? 'всё' },
      { title: TARIFF_CHANGE_TITLE[body.change], value: rateOf(body) },
      { title: 'Сервисный сбор', value: body.fee ? `${wordsOf(body.fee)} %` : 'нет' },
      { title: 'Начало', value: formatDateLong(body.first_day) + last },
    ],
  };
};

/** So does its end. */
export const proposeTariffEnd: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof endTariff>;
  const tariff = await findTariff(ctx.db.system, params.id);
  if (!tariff) throw notFound('Тариф не найден');
  return {
    title: 'Завершить тариф',
    ...(tariff.companyId !== null && { companyId: tariff.companyId }),
    details: [
      { title: 'Тариф', value: `№ ${params.id}, ${TARIFF_CHANGE_TITLE[tariff.change].toLowerCase()}` },
      { title: 'Последний день', value: body.last_day ? formatDateLong(body.last_day) : 'сегодня' },
      { title: 'Основание', value: body.reason },
    ],
  };
};

async function clientOf(ctx: Context, companyId: number | undefined): Promise<string> {
  if (companyId === undefined) return 'всем клиентам';
  const company = await findCompany(ctx.db.system, companyId);
  return company ? `${company.title}, ИНН ${company.inn}` : `№ ${companyId}`;
}

async function networkOf(ctx: Context, id: number | undefined): Promise<string> {
  if (id === undefined) return 'все';
  const partners = await listPartners(ctx.db.system);
  return partners.find((one) => one.id === id)?.title ?? `№ ${id}`;
}

function rateOf({ change, rate, unit }: BodyOf<typeof createTariff>): string {
  return change === 'none' ? 'без изменений' : `${wordsOf(rate ?? 0)} ${TARIFF_UNIT_TITLE[unit]}`;
}

/** Hundredths: 150 → «1,5». */
function wordsOf(hundredths: number): string {
  return (hundredths / 100).toLocaleString('ru-RU');
}
