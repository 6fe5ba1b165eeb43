import { LETTER_YEARS } from '#contract/documents.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import type { FileAnswer } from '../../../http/call.ts';
import { findContacts } from '../../programme/contacts/contacts.ts';
import { letterPdf } from './letter-pdf.ts';

/** Made once, because a past year does not change. */
const pdfs = new Map<string, Promise<Buffer>>();

/** Returns the distribution letter of a year (spec section 1); 404 for a year that has none. */
export async function downloadLetter(ctx: Context, year: number): Promise<FileAnswer> {
  if (!LETTER_YEARS.some((known) => known === year)) throw notFound('За этот год письма нет');
  const { phone, email } = await findContacts(ctx);
  const operator = { ...ctx.config.operator, phone, email };
  const key = `${year}:${JSON.stringify([phone, email, operator.requisites])}`;
  const pdf = pdfs.get(key) ?? letterPdf(operator, year);
  pdfs.set(key, pdf);
  pdf.catch(() => pdfs.delete(key));
  const name = `Распределительное письмо ${year}.pdf`;
  return { file: await pdf, name, mime: 'application/pdf', inline: true };
}
