import type { OptionalLetter } from '#contract/letters.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { hashOf } from '../../../lib/secrets.ts';
import { isOptional } from './letter.ts';
import { lockLink } from './link-store.ts';

export interface OpenedChoices {
  userId: number;
  /** The letter that the link stands in. */
  kind: OptionalLetter;
  address: string;
}

/** Whose letters a link «Отписаться» switches off; it may be used again. 404 for any other link. */
export async function openChoices(ctx: Context, token: string): Promise<OpenedChoices> {
  const link = await ctx.db.inSystem((tx) => lockLink(tx, hashOf(token)));
  if (!link || !isOptional(link.kind))
    throw notFound('Ссылка не подходит. Письма можно выбрать в кабинете, в разделе «Мои данные»');
  return { userId: link.userId, kind: link.kind, address: link.address };
}
