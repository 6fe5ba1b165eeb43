import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/papers/tax-books.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { downloadOperatorTaxBooks } from './download-operator-tax-books.ts';
import { downloadPurchaseBook } from './download-purchase-book.ts';

export function taxBookRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.downloadPurchaseBook, ({ query, scope }) =>
    downloadPurchaseBook(ctx, scope, query.quarter),
  );

  bind(app, ctx, calls.downloadOperatorTaxBooks, ({ query, session, from }) =>
    downloadOperatorTaxBooks(ctx, { quarter: query.quarter, userId: session.userId, ip: from.ip }),
  );
}
