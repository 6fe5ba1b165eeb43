import type { FastifyInstance } from 'fastify';
import { receiveReceiptReport } from '#contract/money/fast-payments.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { hurryReceipt } from './send-receipt.ts';

export function receiptRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, receiveReceiptReport, async ({ body }) => {
    await hurryReceipt(ctx, body.uuid);
    return { data: {} };
  });
}
