import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/identity/first-admin.ts';
import { SMS_RESEND_SECONDS } from '#contract/limits.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { findCompany } from '../companies/companies.ts';
import { confirmByCode } from './confirm-admin.ts';
import { decideDocument, type DocumentDecision } from './decide-document.ts';
import { downloadProof } from './admin-proof.ts';
import { giveDocument } from './give-document.ts';
import { presentFirstAdmin, presentFirstAdminToStaff } from './present.ts';
import { readFirstAdmin } from './read-first-admin.ts';
import { sendAdminCode } from './send-admin-code.ts';

export function firstAdminRoutes(app: FastifyInstance, ctx: Context): void {
  const own = async (companyId: number) => ({
    data: presentFirstAdmin(ctx.config, await readFirstAdmin(ctx, companyId)),
  });

  bind(app, ctx, calls.readFirstAdmin, ({ scope }) => own(scope.companyId));

  bind(app, ctx, calls.giveAdminDocument, async ({ file, session, scope, from }) => {
    await giveDocument(ctx, scope, { userId: session.userId, ip: from.ip, file });
    return own(scope.companyId);
  });

  bind(app, ctx, calls.sendAdminCode, async ({ session, scope, from }) => {
    const phone = await sendAdminCode(ctx, scope, { userId: session.userId, ip: from.ip });
    return { data: { phone, resend_after: SMS_RESEND_SECONDS } as const };
  });

  bind(app, ctx, calls.confirmAdminByCode, async ({ body, session, scope, from }) => {
    await confirmByCode(ctx, scope, { userId: session.userId, code: body.sms, ip: from.ip });
    return own(scope.companyId);
  });

  staffRoutes(app, ctx);
}

function staffRoutes(app: FastifyInstance, ctx: Context): void {
  const toStaff = async (companyId: number) => ({
    data: presentFirstAdminToStaff(ctx.config, await readFirstAdmin(ctx, companyId)),
  });

  bind(app, ctx, calls.readClientAdmin, async ({ params }) => {
    if (!(await findCompany(ctx.db.system, params.id))?.clientSince) throw notFound('Клиент не найден');
    return toStaff(params.id);
  });

  bind(app, ctx, calls.downloadAdminDocument, ({ params, session, from }) =>
    downloadProof(ctx, { proofId: params.id, by: { userId: session.userId, ip: from.ip } }),
  );

  const decide = async (decision: DocumentDecision) =>
    toStaff((await decideDocument(ctx, decision)).companyId);

  bind(app, ctx, calls.confirmAdminDocument, ({ params, session, from }) =>
    decide({ proofId: params.id, refusal: null, by: { userId: session.userId, ip: from.ip } }),
  );

  bind(app, ctx, calls.refuseAdminDocument, ({ params, body, session, from }) =>
    decide({ proofId: params.id, refusal: body.reason, by: { userId: session.userId, ip: from.ip } }),
  );
}
