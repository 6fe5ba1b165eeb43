import type { payAtEmbeddedBank as endpoint } from '#contract/money/bank-feeds.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal, notFound } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { readBankFile } from '../bank/file/read-bank-file.ts';
import { feedAccounts } from './bank-feed.ts';

/** Payer's account if the order names none. */
const SOME_ACCOUNT = '40702810500000000001';

/**
 * Executes payment orders, in the portal's format for invoices, at the embedded bank. They appear in its next
 * statement. 404 without that bank; 400 on `file` if it is no file of payment orders, or has one to an account that is
 * not ours.
 */
export async function payAtEmbeddedBank(
  ctx: Context,
  file: UploadedFile | null,
): Promise<EndpointData<typeof endpoint>> {
  if (!file) throw fieldRefusal('file', 'Выберите файл платёжного поручения');
  const bank = ctx.embeddedBankApi;
  if (!bank) throw notFound('Учебного банка нет: запустите с DEMO=1');
  const parsed = await readBankFile(file.bytes);
  if (!parsed.ok) throw fieldRefusal('file', parsed.errors[0]?.message ?? 'Файл не прочитан');
  const orders = parsed.bankFile.documents;
  if (orders.length === 0) throw fieldRefusal('file', 'В файле нет платёжных поручений');
  for (const { payee } of orders)
    if (!feedAccounts(ctx).includes(payee.account ?? ''))
      throw fieldRefusal('file', 'Получатель не счёт программы: учебный банк ведёт только его');
  await ctx.db.inSystem(async (tx) => {
    for (const { number, date, sumKopecks, payer, payee, purpose } of orders)
      await bank.carryOut(tx, {
        number,
        datedOn: date,
        sum: kopecks(sumKopecks),
        payer: { inn: payer.inn ?? '', name: payer.name ?? '', account: payer.account ?? SOME_ACCOUNT },
        account: payee.account ?? '',
        purpose,
      });
  });
  return orders.map(({ number, sumKopecks, purpose }) => ({
    number,
    sum: toRubles(kopecks(sumKopecks)),
    purpose,
  }));
}
