import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/programme/staff-programme.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { listStaffPartners } from './list-staff-partners.ts';

export function feedRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listStaffPartners, async () => ({ data: await listStaffPartners(ctx) }));
}
