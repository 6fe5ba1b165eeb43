import type { FastifyInstance } from 'fastify';
import * as clientCalls from '#contract/companies/client-mailings.ts';
import * as calls from '#contract/insights/mailings.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope, type CompanyScope } from '../../../db/company-scope.ts';
import { requireFreshCode } from '../../../http/allow-call.ts';
import { bind } from '../../../http/bind.ts';
import type { Session } from '../../../http/session.ts';
import { changeMailing } from './change-mailing.ts';
import { createMailing } from './create-mailing.ts';
import { confirmByLink, unsubscribeByLink, openLink } from './open-link.ts';
import { listOutsideAddresses } from './list-outside-addresses.ts';
import { pauseMailing, removeMailing, resumeMailing } from './pause-mailing.ts';
import { presentLink, presentMailing, presentDelivery } from './present.ts';
import { downloadDelivery, readMailings, readDeliveries } from './read-mailings.ts';
import type { Requester } from './mailings.ts';
import { stopClientMailing } from './stopped-mailings.ts';
import { sendByHand } from './send-by-hand.ts';

/** Limit per IP address for calls that anonymous callers may make. */
const LINKS_PER_MINUTE = 60;

export function mailingRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listMailings, async ({ scope, session: { userId } }) => ({
    data: (await readMailings(ctx, scope)).map((mailing) => presentMailing(mailing, userId)),
  }));

  bind(app, ctx, calls.createMailing, async (call) => {
    const { body, scope, session, requestKey } = call;
    const outside = await listOutsideAddresses(ctx, scope, { addresses: body.addresses, mailingId: null });
    if (outside.length > 0) await requireFreshCode(ctx, calls.createMailing, call);
    const asker = toAsker(session, scope);
    return { data: { id: await createMailing(ctx, asker, { ...body, outside, requestKey }) } };
  });

  bind(app, ctx, calls.changeMailing, async (call) => {
    const { params, body, scope, session } = call;
    const { id } = params;
    const outside = await listOutsideAddresses(ctx, scope, { addresses: body.addresses, mailingId: id });
    if (outside.length > 0) await requireFreshCode(ctx, calls.changeMailing, call);
    await changeMailing(ctx, toAsker(session, scope), { ...body, id, outside });
    return { data: { id } };
  });

  for (const [call, action] of [
    [calls.pauseMailing, pauseMailing],
    [calls.resumeMailing, resumeMailing],
    [calls.removeMailing, removeMailing],
    [calls.sendMailing, sendByHand],
  ] as const) {
    bind(app, ctx, call, async ({ params: { id }, scope, session }) => {
      await action(ctx, toAsker(session, scope), id);
      return { data: { id } };
    });
  }

  bind(app, ctx, calls.listSendings, async ({ params: { id }, scope }) => ({
    data: (await readDeliveries(ctx, scope, id)).map(presentDelivery),
  }));

  bind(app, ctx, calls.downloadSending, ({ params: { id }, scope }) => downloadDelivery(ctx, scope, id));

  bind(app, ctx, clientCalls.listClientMailings, async ({ params, session: { userId } }) => ({
    data: (await readMailings(ctx, mintCompanyScope(params.id))).map((mailing) =>
      presentMailing(mailing, userId),
    ),
  }));

  bind(app, ctx, clientCalls.stopClientMailing, async ({ params, body, session, from }) => {
    const input = { id: params.mailingId, userId: session.userId, ip: from.ip, reason: body.reason };
    await stopClientMailing(ctx, mintCompanyScope(params.id), input);
    return { data: {} };
  });

  linkRoutes(app, ctx);
}

/** Routes that an email's link opens. Anyone with the link may call them, signed in or not. */
function linkRoutes(app: FastifyInstance, ctx: Context): void {
  const habits = { perMinute: LINKS_PER_MINUTE };
  bind(
    app,
    ctx,
    calls.readMailingLink,
    async ({ query }) => ({ data: presentLink(await openLink(ctx, query.token)) }),
    habits,
  );
  bind(
    app,
    ctx,
    calls.confirmMailing,
    async ({ body }) => ({ data: presentLink(await confirmByLink(ctx, body.token)) }),
    habits,
  );
  bind(
    app,
    ctx,
    calls.leaveMailing,
    async ({ query }) => ({ data: presentLink(await unsubscribeByLink(ctx, query.token)) }),
    habits,
  );
}

function toAsker({ userId, role }: Session, scope: CompanyScope): Requester {
  return { scope, userId, role };
}
