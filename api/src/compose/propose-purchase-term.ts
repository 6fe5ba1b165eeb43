import { PURCHASE_PRICING_TITLE } from '#contract/programme/purchase-terms.ts';
import type { createPurchaseTerm, endPurchaseTerm } from '#contract/programme/purchase-terms.ts';
import { notFound } from '../errors.ts';
import type { Call } from '../http/call.ts';
import { formatDateLong, formatRubles } from '../lib/money-format.ts';
import type { TwoPeopleRule } from '../modules/identity/approvals/approvals.ts';
import { listPartners } from '../modules/programme/partners/partners.ts';
import { assertNetwork } from '../modules/programme/purchase-terms/create-purchase-term.ts';
import { formatGoods, formatPurchaseTerm } from '../modules/programme/purchase-terms/format-purchase-term.ts';
import { previewPurchaseTerm } from '../modules/programme/purchase-terms/preview-purchase-term.ts';
import { findPurchaseTerm, toPurchaseTerm } from '../modules/programme/purchase-terms/purchase-terms.ts';

/** A purchase term decides what the programme thinks it earns: always by two people. */
export const proposePurchaseTerm: TwoPeopleRule = async (ctx, call) => {
  const { body } = call as unknown as Call<typeof createPurchaseTerm>;
  const term = toPurchaseTerm(body);
  await assertNetwork(ctx.db.system, term);
  const partners = await listPartners(ctx.db.system);
  const last = term.lastDay ? `, последний день ${formatDateLong(term.lastDay)}` : '';
  // It is asked again to find what has changed, which last month's sales do by themselves.
  const preview = call.confirmedBy === null ? await previewPurchaseTerm(ctx, term) : null;
  const effect = preview
    ? [
        {
          title: 'Прошлый месяц',
          value: `покупок ${preview.sales}, по цене АЗС ${formatRubles(preview.sum)}`,
        },
        {
          title: 'Закупка стоила бы',
          value: `${formatRubles(preview.cost)} вместо ${formatRubles(preview.costNow)}`,
        },
      ].map((detail) => ({ ...detail, movesByItself: true as const }))
    : [];
  return {
    title: 'Новое условие закупки',
    about: { partner_id: term.partnerId, goods: term.goodsTitle, goods_kind: term.goodsKind },
    details: [
      {
        title: 'Сеть',
        value: partners.find(({ id }) => id === term.partnerId)?.title ?? `№ ${term.partnerId}`,
      },
      { title: 'Что', value: formatGoods(term) },
      { title: PURCHASE_PRICING_TITLE[term.pricing], value: formatPurchaseTerm(term) },
      { title: 'Начало', value: formatDateLong(term.firstDay) + last },
      { title: 'Основание', value: body.note || 'не указано' },
      ...effect,
    ],
  };
};

/** Ending a purchase term needs two people too. */
export const proposePurchaseTermEnd: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof endPurchaseTerm>;
  const term = await findPurchaseTerm(ctx.db.system, params.id);
  if (!term) throw notFound('Условие закупки не найдено');
  return {
    title: 'Завершить условие закупки',
    details: [
      { title: 'Условие', value: `№ ${params.id}, ${formatPurchaseTerm(term)}` },
      { title: 'Сеть', value: term.partner.title },
      { title: 'Что', value: formatGoods(term) },
      { title: 'Последний день', value: body.last_day ? formatDateLong(body.last_day) : 'сегодня' },
      { title: 'Основание', value: body.reason },
    ],
  };
};
