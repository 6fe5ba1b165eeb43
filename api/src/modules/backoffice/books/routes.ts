import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/backoffice/books.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { presentBooks } from './present.ts';
import { readBooks } from './read-books.ts';

export function booksRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.readBooks, async ({ query }) => {
    const today = moscowDay(ctx.clock.now());
    const day = query.date ?? today;
    if (day > today) throw fieldRefusal('date', 'Этот день ещё не наступил');
    const books = await readBooks(ctx, ctx.db.system, day);
    if (books.difference !== 0)
      ctx.log.error({ day, differenceKopecks: books.difference }, 'the trial balance does not balance');
    return { data: presentBooks(books) };
  });
}
