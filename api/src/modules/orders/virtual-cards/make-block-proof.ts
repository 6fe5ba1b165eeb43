import { OPERATION_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { formatMoment, formatRubles, moscowDay } from '../../../lib/money-format.ts';
import { heading, paragraph, parties, partyDetails } from '../../../lib/pdf/pdf-blocks.ts';
import { factTable } from '../../../lib/pdf/pdf-tables.ts';
import { renderPdf } from '../../../lib/pdf/pdf.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { findCompany, toDocumentParty } from '../../companies/companies/companies.ts';
import { findLastBlock, listPurchasesSince, type CardBlock, type LatePurchase } from './replacements.ts';

const MAX_PURCHASES = 20;
const NOT_CONFIRMED = 'Сеть ещё не подтвердила блокировку этой карты';

/**
 * Makes the document that proves when a card was blocked: who asked and when, when the network confirmed, under which
 * number, and what was bought after that. Refuses: 404, 409 a card whose block no network has confirmed.
 */
export async function makeBlockProof(
  ctx: Context,
  scope: CompanyScope,
  cardId: number,
): Promise<{ name: string; file: Buffer }> {
  const card = await readCard(ctx, scope, cardId);
  const found = await ctx.db.inCompany(scope, async (tx) => {
    const block = await findLastBlock(tx, scope, cardId);
    const since = block?.finishedAt;
    return {
      block,
      company: await findCompany(tx, scope.companyId),
      late: since ? await listPurchasesSince(tx, scope, { cardId, since, max: MAX_PURCHASES }) : [],
    };
  });
  const { block, company, late } = found;
  if (!company) throw notFound('Карта не найдена');
  if (!block?.finishedAt || block.statusId !== OPERATION_STATUS.done) throw conflict(NOT_CONFIRMED);
  const now = ctx.clock.now();
  const date = moscowDay(now);
  const { requisites } = ctx.programme.on(date);
  const title = `Справка о блокировке топливной карты ${card.number}`;
  const content = [
    heading(title),
    parties([
      { role: 'Оператор', strong: requisites.name, text: partyDetails(requisites) },
      { role: 'Клиент', strong: company.title, text: partyDetails(toDocumentParty(company)) },
    ]),
    factTable(listFacts(card, block)),
    paragraph(describeLate(late)),
    paragraph(`Составлено порталом ${formatMoment(now)} по журналу команд сети.`),
  ];
  const file = await renderPdf({ title, author: requisites.name, dateIso: date, content });
  return { name: `Блокировка ${card.number.slice(-4)}.pdf`, file };
}

function listFacts(
  { number, partnerTitle }: { number: string; partnerTitle: string },
  block: CardBlock,
): { name: string; value: string }[] {
  return [
    { name: 'Карта', value: `${number}, сеть ${partnerTitle}` },
    { name: 'Блокировку запросил', value: block.askedBy ?? 'Оператор программы' },
    { name: 'Запрошена', value: formatMoment(block.askedAt) },
    { name: 'Сеть подтвердила', value: block.finishedAt ? formatMoment(block.finishedAt) : 'нет' },
    { name: 'Номер запроса к сети', value: block.networkRequestId ?? 'нет' },
    { name: 'Номер операции', value: String(block.operationId) },
  ];
}

function describeLate(late: readonly LatePurchase[]): string {
  if (late.length === 0) return 'После подтверждения покупок по карте нет.';
  const lines = late.map(({ id, at, address, sum }) =>
    [`№ ${id}`, formatMoment(at), address, formatRubles(sum)].filter(Boolean).join(', '),
  );
  return `Покупки после подтверждения: ${lines.join('; ')}.`;
}
