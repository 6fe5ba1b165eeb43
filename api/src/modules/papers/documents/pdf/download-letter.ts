import { LETTER_YEARS } from '#contract/papers/documents.ts';
import type { Context } from '../../../../context.ts';
import { notFound } from '../../../../errors.ts';
import type { FileAnswer } from '../../../../http/call.ts';
import { findContacts } from '../../../programme/contacts/contacts.ts';
import { formatDateLong } from '../../../../lib/money-format.ts';
import {
  heading,
  paragraph,
  parties,
  partyDetails,
  signatures,
  subheading,
} from '../../../../lib/pdf/pdf-blocks.ts';
import { factTable, lineTable } from '../../../../lib/pdf/pdf-tables.ts';
import { renderPdf } from '../../../../lib/pdf/pdf.ts';
import { vatRateOn } from '../../../../lib/vat.ts';
import type { Operator } from '../../../../operator.ts';

/** Made once, because a past year does not change. */
const pdfs = new Map<string, Promise<Buffer>>();

/** Returns the distribution letter of a year (spec section 1); 404 for a year that has none. */
export async function downloadLetter(ctx: Context, year: number): Promise<FileAnswer> {
  if (!LETTER_YEARS.some((known) => known === year)) throw notFound('За этот год письма нет');
  const { phone, email } = await findContacts(ctx);
  const operator = { ...ctx.programme.today(), phone, email };
  const key = `${year}:${JSON.stringify([phone, email, operator.requisites])}`;
  const pdf = pdfs.get(key) ?? letterPdf(operator, year);
  pdfs.set(key, pdf);
  pdf.catch(() => pdfs.delete(key));
  const name = `Распределительное письмо ${year}.pdf`;
  return { file: await pdf, name, mime: 'application/pdf', inline: true };
}

/**
 * Lays out the letter by which the operator informs its clients how their advances of a year were distributed between
 * networks.
 */
async function letterPdf(operator: Operator, year: number): Promise<Buffer> {
  const { requisites, partners, name } = operator;
  const dateIso = `${year}-12-31`;
  const title = `Распределительное письмо за ${year} год`;
  const rate = vatRateOn(dateIso);
  return await renderPdf({
    title,
    author: requisites.name,
    dateIso,
    content: [
      heading(title),
      parties([
        { role: 'От кого', strong: requisites.name, text: partyDetails(requisites) },
        { role: 'Кому', text: `Клиентам топливной программы «${name}»` },
        { role: 'Дата', text: formatDateLong(dateIso) },
      ]),
      subheading('1. О чём это письмо'),
      paragraph(
        `Настоящим письмом ${requisites.name} сообщает порядок, по которому в ${year} году авансы клиентов за нефтепродукты распределялись между сетями АЗС — партнёрами программы. Письмо прилагается к первичным документам за ${year} год и подтверждает, что средства одного лицевого счёта могли оплачивать топливо разных сетей.`,
      ),
      subheading('2. Порядок распределения'),
      paragraph(
        '2.1. Платёж клиента по счёту зачислялся на его лицевой счёт как нераспределённый аванс. До распределения он не относился ни к одной сети.',
      ),
      paragraph(
        '2.2. Аванс распределялся между сетями и топливными картами по распоряжениям клиента, данным в личном кабинете. Остаток, не израсходованный на топливо, по распоряжению клиента возвращался в нераспределённые средства.',
      ),
      paragraph(
        '2.3. Обязательство по поставке считалось исполненным в момент отпуска топлива по карте. Документы за месяц составлялись по каждой сети отдельно, по данным об отпуске.',
      ),
      paragraph(
        rate === null
          ? `2.4. В ${year} году поставки НДС не облагались: документы составлены без НДС.`
          : `2.4. Цена включает НДС. Ставка в ${year} году — ${rate} % (при расчёте с аванса ${rate}/${100 + rate}).`,
      ),
      subheading('3. Сети программы'),
      lineTable(
        [
          { title: '№', width: 24 },
          { title: 'Сеть', width: 150 },
          { title: 'Документы за месяц', width: '*' },
        ],
        partners.map((partner, index) => [
          String(index + 1),
          partner.title,
          'реестр операций по картам, УПД; акт сверки общий по всем сетям',
        ]),
      ),
      { stack: [subheading('4. Реквизиты для расчётов')], margin: [0, 8, 0, 0] },
      factTable([
        { name: 'Получатель', value: requisites.name },
        { name: 'ИНН / КПП', value: [requisites.inn, requisites.kpp].filter(Boolean).join(' / ') },
        { name: 'Расчётный счёт', value: requisites.account },
        { name: 'Банк', value: `${requisites.bank}, БИК ${requisites.bik}` },
        { name: 'Корреспондентский счёт', value: requisites.corrAccount },
      ]),
      paragraph(
        `Суммы по конкретному клиенту содержит акт сверки. Вопросы: ${operator.phone}, ${operator.email}.`,
      ),
      signatures([
        { title: 'Руководитель', name: requisites.director },
        { title: 'Главный бухгалтер', name: requisites.accountant },
      ]),
    ],
  });
}
