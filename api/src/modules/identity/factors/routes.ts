import type { FactorKind } from '#contract/identity/second-factor.ts';
import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/identity/second-factor.ts';
import type { Context } from '../../../context.ts';
import { mustHaveFactor } from '../../../http/assert-factor.ts';
import { bind } from '../../../http/bind.ts';
import { qrSquares } from '../../../lib/pdf/pdf-qr.ts';
import { hashSha256 } from '../../../lib/secrets.ts';
import { getDevice } from '../auth/device-cookie.ts';
import { addPasskey, beginPasskey } from './add-passkey.ts';
import { addTotp, beginTotp } from './add-totp.ts';
import { askPasskey, confirmByPasskey } from './confirm-by-passkey.ts';
import { confirmByRecoveryCode } from './recovery-codes.ts';
import { confirmByTotp } from './confirm-by-totp.ts';
import { readFactors } from './factors.ts';
import { presentAdded, presentFactors } from './present.ts';
import { removeFactor } from './remove-factor.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { getSite } from './site.ts';
import type { Call } from '../../../http/call.ts';
import type { Answering } from './factor.ts';

const TITLE: Record<FactorKind, string> = { passkey: 'Ключ доступа', totp: 'Приложение с кодами' };

export function factorRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.readFactors, async ({ session, request }) => ({
    data: presentFactors(await readFactors(ctx, session, getSite(ctx.config, request))),
  }));
  confirmRoutes(app, ctx);
  addRoutes(app, ctx);

  bind(app, ctx, calls.removeFactor, async (call) => {
    const mustHaveOne = mustHaveFactor(ctx.config, call.session);
    await removeFactor(ctx, answering(call), { id: call.params.id, mustHaveOne });
    return { data: {} };
  });
  bind(app, ctx, calls.renewRecoveryCodes, async (call) => ({
    data: { recovery_codes: await renewRecoveryCodes(ctx, answering(call)) },
  }));
}

function confirmRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.confirmByTotp, async (call) =>
    confirmed(await confirmByTotp(ctx, answering(call), call.body.code)),
  );
  bind(app, ctx, calls.confirmByRecoveryCode, async (call) =>
    confirmed(await confirmByRecoveryCode(ctx, answering(call), call.body.code)),
  );
  bind(app, ctx, calls.askPasskey, async (call) => ({
    data: { ...(await askPasskey(ctx, answering(call), getSite(ctx.config, call.request))) },
  }));
  bind(app, ctx, calls.confirmByPasskey, async (call) => {
    const { body, request } = call;
    const input = { site: getSite(ctx.config, request), input: body.answer };
    return confirmed(await confirmByPasskey(ctx, answering(call), input));
  });
}

function addRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.beginTotp, async (call) => {
    const { secret, uri, expiresAt } = await beginTotp(ctx, answering(call));
    return { data: { secret, uri, qr: qrSquares(uri), expires_at: expiresAt.toISOString() } };
  });
  bind(app, ctx, calls.addTotp, async (call) => {
    const { code, title = TITLE.totp } = call.body;
    return { data: presentAdded(await addTotp(ctx, answering(call), { code, title })) };
  });
  bind(app, ctx, calls.beginPasskey, async (call) => ({
    data: { ...(await beginPasskey(ctx, answering(call), getSite(ctx.config, call.request))) },
  }));
  bind(app, ctx, calls.addPasskey, async (call) => {
    const { body, request } = call;
    const { answer, title = TITLE.passkey } = body;
    const input = { site: getSite(ctx.config, request), input: answer, title };
    return { data: presentAdded(await addPasskey(ctx, answering(call), input)) };
  });
}

type Caller = Pick<Call<typeof calls.removeFactor>, 'session' | 'from' | 'request'>;

function answering({ session, from, request }: Caller): Answering {
  const device = getDevice(request);
  return {
    sessionId: session.id,
    userId: session.userId,
    companyId: session.company?.id,
    isHalf: session.hasFactor && !session.factorConfirmed,
    deviceHash: device === null ? null : hashSha256(device),
    ip: from.ip,
    userAgent: from.userAgent,
  };
}

function confirmed(at: Date) {
  return { data: { confirmed_at: at.toISOString() } };
}
