import type { FastifyInstance } from 'fastify';
import { maskPhone } from '#contract/values/phone.ts';
import * as calls from '#contract/identity/phone-changes.ts';
import type { phoneChange } from '#contract/identity/phone-changes.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { allowPhoneChange } from './allow-phone-change.ts';
import { askForPhone } from './ask-for-phone.ts';
import { cancelPhoneChange, declinePhoneChange } from './phone-change-ends.ts';
import { findOpenChange, listChanges, type PhoneChange } from './phone-changes.ts';
import type { z } from 'zod';

/** Limit for one address, because anonymous callers may make this call. */
const REQUESTS_PER_MINUTE = 30;

export function phoneChangeRoutes(app: FastifyInstance, ctx: Context): void {
  bind(
    app,
    ctx,
    calls.askForPhone,
    async ({ body, from }) => {
      const { phone: oldPhone, new_phone: newPhone, name, comment } = body;
      await askForPhone(ctx, { oldPhone, newPhone, name, comment, ip: from.ip });
      return { data: {} };
    },
    { perMinute: REQUESTS_PER_MINUTE },
  );

  bind(app, ctx, calls.listPhoneChanges, async ({ query }) => ({
    data: (await listChanges(ctx.db.system, query.state)).map(presentPhoneChange),
  }));

  bind(app, ctx, calls.allowPhoneChange, async ({ params, body, session, from }) => {
    const request = { id: params.id, reason: body.reason, userId: session.userId, ip: from.ip };
    return { data: presentPhoneChange(await allowPhoneChange(ctx, request)) };
  });

  bind(app, ctx, calls.declinePhoneChange, async ({ params, body, session, from }) => {
    const request = { id: params.id, reason: body.reason, userId: session.userId, ip: from.ip };
    return { data: presentPhoneChange(await declinePhoneChange(ctx, request)) };
  });

  bind(app, ctx, calls.readOwnPhoneChange, async ({ session }) => {
    const open = await findOpenChange(ctx.db.system, session.userId);
    const pending = open && {
      new_phone: maskPhone(open.newPhone),
      effective_at: open.effectiveAt?.toISOString() ?? null,
    };
    return { data: { pending } };
  });

  bind(app, ctx, calls.cancelPhoneChange, async ({ session, from }) => {
    await cancelPhoneChange(ctx, { userId: session.userId, ip: from.ip });
    return { data: {} };
  });
}

function presentPhoneChange(item: PhoneChange): z.input<typeof phoneChange> {
  return {
    id: item.id,
    state: item.state,
    old_phone: item.oldPhone,
    new_phone: item.newPhone,
    name: item.name,
    comment: item.comment,
    asked_at: item.askedAt.toISOString(),
    person: item.person,
    decided_by: item.decidedBy,
    reason: item.reason,
    effective_at: item.effectiveAt?.toISOString() ?? null,
    ended_at: item.endedAt?.toISOString() ?? null,
  };
}
