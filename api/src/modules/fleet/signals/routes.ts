import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import * as calls from '#contract/signals.ts';
import { SIGNAL_RULE, SIGNAL_RULE_KEYS } from '#contract/signals.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import {
  countByRule,
  decideSignal,
  findSignal,
  listSignalPage,
  takeSignal,
  type SignalRow,
} from './signal-store.ts';
import { tryRule } from './try-rule.ts';

const NO_SIGNAL = 'Такого сигнала нет';

export function signalRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listSignals, async ({ query, scope }) => {
    const { page, perPage, state } = query;
    const { found, total, counts } = await ctx.db.inCompany(scope, async (tx) => ({
      ...(await listSignalPage(tx, scope, { state, page, perPage })),
      counts: new Map((await countByRule(tx, scope)).map((one) => [one.rule, one])),
    }));
    return {
      data: found.map(presentSignal),
      meta: {
        pagination: { total_pages: Math.ceil(total / perPage), current_page: page, total },
        rules: SIGNAL_RULE_KEYS.map((key) => {
          const { found: told = 0, decided = 0, wrong = 0 } = counts.get(key) ?? {};
          const { title, words } = SIGNAL_RULE[key];
          const precision = decided === 0 ? null : Math.round(((decided - wrong) / decided) * 100);
          return { key, title, words, found: told, precision };
        }),
      },
    };
  });

  bind(app, ctx, calls.ownSignal, async ({ params: { id }, scope, session: { userId } }) => {
    await requireSignal(ctx, scope, id);
    if (!(await ctx.db.inCompany(scope, (tx) => takeSignal(tx, scope, { id, userId }))))
      throw conflict('Решение по этому сигналу уже есть');
    return { data: presentSignal(await requireSignal(ctx, scope, id)) };
  });

  bind(app, ctx, calls.judgeSignal, async ({ params: { id }, body, scope, session: { userId } }) => {
    const said = { ...body, id, userId, now: ctx.clock.now() };
    if (!(await ctx.db.inCompany(scope, (tx) => decideSignal(tx, scope, said)))) throw notFound(NO_SIGNAL);
    return { data: presentSignal(await requireSignal(ctx, scope, id)) };
  });

  bind(app, ctx, calls.trySignalRule, async ({ params: { key }, body, scope }) => ({
    data: await tryRule(ctx, scope, { key, ...body }),
  }));
}

async function requireSignal(ctx: Context, scope: CompanyScope, id: number): Promise<SignalRow> {
  const found = await ctx.db.inCompany(scope, (tx) => findSignal(tx, scope, id));
  if (!found) throw notFound(NO_SIGNAL);
  return found;
}

function presentSignal(row: SignalRow): z.input<typeof calls.signal> {
  return {
    id: row.id,
    rule: { key: row.rule, title: SIGNAL_RULE[row.rule].title },
    state: row.state,
    confidence: row.confidence,
    evidence: row.evidence,
    operation: {
      id: row.operation_id,
      at: row.sold_at.toISOString(),
      litres: row.centilitres / 100,
      sum: toRubles(kopecks(row.sum_kopecks)),
      goods: row.goods_title,
      station: row.address,
    },
    card: { id: row.card_id, card_number: row.card_number },
    vehicle: row.vehicle,
    owner: row.owner,
    note: row.note,
    found_at: row.found_at.toISOString(),
  };
}
