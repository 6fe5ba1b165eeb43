import type { FastifyInstance } from 'fastify';
import { DECLINE_CODE, listDeclines } from '#contract/fleet/declines.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import { getStationZone } from '#contract/station-time.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { findDeclines, type DeclineRow } from './declines.ts';

export function declineRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, listDeclines, async ({ query, scope }) => {
    const { card_id: cardId = null, from = null, to = null, waiting = false, page, perPage } = query;
    const { found, total } = await ctx.db.inCompany(scope, (tx) =>
      findDeclines(tx, scope, { cardId, from, to, waiting, page, perPage }),
    );
    return {
      data: found.map(presentDecline),
      meta: { pagination: { total_pages: Math.ceil(total / perPage), current_page: page, total } },
    };
  });
}

function presentDecline(row: DeclineRow) {
  return {
    id: row.id,
    at: row.at.toISOString(),
    card_id: row.card_id,
    card_number: row.card_number,
    partner_id: row.partner_id,
    code: row.code,
    title: DECLINE_CODE[row.code].title,
    reason: row.reason,
    advice: DECLINE_CODE[row.code].advice,
    station: row.station,
    time_zone: getStationZone(row.station ?? ''),
    goods: row.goods_title,
    litres: row.centilitres / 100,
    sum: toRubles(kopecks(row.sum_kopecks)),
    exception: presentException(row),
  };
}

function presentException({ exception_id: id, exception_state: state, exception_until: until }: DeclineRow) {
  return id === null || state === null ? null : { id, state, until: until?.toISOString() ?? null };
}
