import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/second-factor.ts';
import type { Context } from '../../../context.ts';
import { mustHaveFactor } from '../../../http/assert-factor.ts';
import { bind, type CallOrigin } from '../../../http/bind.ts';
import type { Session } from '../../../http/session.ts';
import { qrSquares } from '../../../lib/paper-qr.ts';
import { addPasskey } from './add-passkey.ts';
import { addTotp } from './add-totp.ts';
import { askPasskey } from './ask-passkey.ts';
import { beginPasskey } from './begin-passkey.ts';
import { beginTotp } from './begin-totp.ts';
import { confirmByPasskey } from './confirm-by-passkey.ts';
import { confirmByRecoveryCode } from './confirm-by-recovery-code.ts';
import { confirmByTotp } from './confirm-by-totp.ts';
import type { Answering } from './factor.ts';
import { presentAdded, presentFactors } from './present.ts';
import { readFactors } from './read-factors.ts';
import { removeFactor } from './remove-factor.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { siteOf } from './site.ts';

const TITLE = { passkey: 'Ключ доступа', totp: 'Приложение с кодами' };

export function factorRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.readFactors, async ({ session, request }) => ({
    data: presentFactors(await readFactors(ctx, session, siteOf(ctx.config, request))),
  }));
  confirmRoutes(app, ctx);
  addRoutes(app, ctx);

  bind(app, ctx, calls.removeFactor, async ({ session, params, from }) => {
    const mustHaveOne = mustHaveFactor(ctx.config, session);
    await removeFactor(ctx, answering(session, from), { id: params.id, mustHaveOne });
    return { data: {} };
  });
  bind(app, ctx, calls.renewRecoveryCodes, async ({ session, from }) => ({
    data: { recovery_codes: await renewRecoveryCodes(ctx, answering(session, from)) },
  }));
}

function confirmRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.confirmByTotp, async ({ session, body, from }) =>
    confirmed(await confirmByTotp(ctx, answering(session, from), body.code)),
  );
  bind(app, ctx, calls.confirmByRecoveryCode, async ({ session, body, from }) =>
    confirmed(await confirmByRecoveryCode(ctx, answering(session, from), body.code)),
  );
  bind(app, ctx, calls.askPasskey, async ({ session, request, from }) => ({
    data: { ...(await askPasskey(ctx, answering(session, from), siteOf(ctx.config, request))) },
  }));
  bind(app, ctx, calls.confirmByPasskey, async ({ session, body, request, from }) => {
    const said = { site: siteOf(ctx.config, request), said: body.answer };
    return confirmed(await confirmByPasskey(ctx, answering(session, from), said));
  });
}

function addRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.beginTotp, async ({ session, from }) => {
    const { secret, uri, expiresAt } = await beginTotp(ctx, answering(session, from));
    return { data: { secret, uri, qr: qrSquares(uri), expires_at: expiresAt.toISOString() } };
  });
  bind(app, ctx, calls.addTotp, async ({ session, body, from }) => {
    const { code, title = TITLE.totp } = body;
    return { data: presentAdded(await addTotp(ctx, answering(session, from), { code, title })) };
  });
  bind(app, ctx, calls.beginPasskey, async ({ session, request, from }) => ({
    data: { ...(await beginPasskey(ctx, answering(session, from), siteOf(ctx.config, request))) },
  }));
  bind(app, ctx, calls.addPasskey, async ({ session, body, request, from }) => {
    const { answer, title = TITLE.passkey } = body;
    const said = { site: siteOf(ctx.config, request), said: answer, title };
    return { data: presentAdded(await addPasskey(ctx, answering(session, from), said)) };
  });
}

function answering(session: Session, from: CallOrigin): Answering {
  return { sessionId: session.id, userId: session.userId, companyId: session.company?.id, ip: from.ip };
}

function confirmed(at: Date) {
  return { data: { confirmed_at: at.toISOString() } };
}
