import type { FastifyInstance } from 'fastify';
import type { EndpointQuery } from '#contract/endpoint.ts';
import { TRANSACTION_MODE } from '#contract/ids.ts';
import { toRubles } from '#contract/kopecks.ts';
import * as keyCalls from '#contract/companies/keys.ts';
import * as manyCalls from '#contract/money/many-movements.ts';
import * as calls from '#contract/money/money.ts';
import * as statementCalls from '#contract/money/statement.ts';
import type { Context } from '../../../context.ts';
import { notAllowed, notFound } from '../../../errors.ts';
import { assertDelegatedSum } from '../../companies/delegations/assert-delegated-sum.ts';
import { bind } from '../../../http/bind.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { presentCard } from '../../cards/cards/present.ts';
import { awaitNetwork } from './await-network.ts';
import type { CardDirection } from './card-movement.ts';
import { distribute } from './distribute.ts';
import { downloadStatementPdf, nameStatement } from './statement/statement-pdf.ts';
import { moveManyCards } from './move-many-cards.ts';
import { sumLines, type MovementLine } from './movement-list.ts';
import { totalOfPartners, type PartnerSum } from './partner-sums.ts';
import { FROM_CARD, payoutFromCard } from './payout-from-card.ts';
import { presentBalances, presentCredit, presentPreview, presentStatement } from './present.ts';
import { previewCardMovements } from './preview-card-movements.ts';
import { readClient } from './client-accounts.ts';
import { readCredit } from './credit.ts';
import { readStatement, readStatementSums, type StatementArgs } from './statement/read-statement.ts';
import { revoke } from './revoke.ts';
import { statementCsv } from './statement/statement-csv.ts';
import type { StatementPlace } from './statement/statement.ts';
import { payoutByKey, transferByKey } from './transfer-by-key.ts';
import { TO_CARD, transferToCard } from './transfer-to-card.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';

export function moneyRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.transferToCard, async ({ params, body, session, scope, requestKey }) => {
    if (body.mode === TRANSACTION_MODE.toCard) assertDelegatedSum(session, body.sum);
    const move = body.mode === TRANSACTION_MODE.toCard ? transferToCard : payoutFromCard;
    const order = {
      scope,
      userId: session.userId,
      cardId: params.id,
      sum: body.sum,
      sms: body.sms,
      requestKey,
    };
    const movement = await move(ctx, order);
    await awaitNetwork(ctx, movement.operationId);
    return { data: presentCard(ctx, await readCard(ctx, scope, params.id)) };
  });

  bind(app, ctx, manyCalls.previewCardMovements, async ({ body, scope }) => {
    const request = { scope, aim: body.aim, lines: toMovementLines(body.lines) };
    return { data: presentPreview(await previewCardMovements(ctx, request, toDirection(body.mode))) };
  });

  bind(app, ctx, manyCalls.moveManyCards, async ({ body, session, scope, requestKey }) => {
    const { userId } = session;
    const lines = toMovementLines(body.lines);
    if (body.mode === TRANSACTION_MODE.toCard) assertDelegatedSum(session, sumLines(lines));
    const order = { scope, userId, lines, sms: body.sms, requestKey };
    const { operationIds } = await moveManyCards(ctx, order, toDirection(body.mode));
    const movements = lines.map(({ cardId, sum }, index) => ({
      card_id: cardId,
      operation_id: operationIds[index] as number,
      sum: toRubles(sum),
    }));
    return { data: { movements, total: toRubles(sumLines(lines)) } };
  });

  for (const [endpoint, move] of [
    [keyCalls.transferByKey, transferByKey],
    [keyCalls.payoutByKey, payoutByKey],
  ] as const) {
    bind(app, ctx, endpoint, async ({ params, body, session, scope, requestKey }) => {
      const { userId, key } = session;
      // No one without a key gets here (http/allow-call.ts).
      if (!key) throw notAllowed();
      const order = { scope, userId, cardId: params.id, sum: body.sum, requestKey, keyId: key.id };
      const { operationId } = await move(ctx, order);
      await awaitNetwork(ctx, operationId);
      const card = presentCard(ctx, await readCard(ctx, scope, params.id));
      return { data: { ...card, operation_id: operationId } };
    });
  }

  bind(app, ctx, keyCalls.readBalances, async ({ scope }) => ({
    data: presentBalances(await readClient(ctx, scope)),
  }));

  bind(app, ctx, calls.readClient, async ({ params, scope }) => {
    assertOwnCompany(scope, params.id);
    return { data: presentBalances(await readClient(ctx, scope)) };
  });

  bind(app, ctx, calls.readCredit, async ({ params, scope }) => {
    assertOwnCompany(scope, params.id);
    return { data: presentCredit(await readCredit(ctx, scope)) };
  });

  for (const [endpoint, move] of [
    [calls.distribute, distribute],
    [calls.revoke, revoke],
  ] as const) {
    bind(
      app,
      ctx,
      endpoint,
      async ({ params, body, session, scope, requestKey }) => {
        assertOwnCompany(scope, params.id);
        const sums = toPartnerSums(body.accounts);
        if (endpoint === calls.distribute) assertDelegatedSum(session, totalOfPartners(sums));
        const order = { scope, userId: session.userId, sums, requestKey };
        return { data: presentBalances((await move(ctx, order)).balances) };
      },
      { answersFromOutcome: true },
    );
  }

  bind(app, ctx, statementCalls.readStatement, async ({ query, scope }) => {
    const requested = toStatementQuery(query, statementCalls.MAX_STATEMENT_MOVEMENTS);
    const read = query.sums ? readStatementSums : readStatement;
    return { data: presentStatement(await read(ctx, scope, requested)) };
  });

  bind(app, ctx, statementCalls.downloadStatementCsv, async ({ query, scope }) => {
    const requested = toStatementQuery(query, statementCalls.MAX_STATEMENT_MOVEMENTS);
    const madeOn = moscowDay(ctx.clock.now());
    const statement = await readStatement(ctx, scope, requested);
    const file = Buffer.from(statementCsv(statement, { madeOn, internal: requested.internal }));
    return { file, name: await nameStatement(ctx, scope, requested, 'csv'), mime: 'text/csv; charset=utf-8' };
  });

  bind(app, ctx, statementCalls.downloadStatementPdf, async ({ query, scope, request }) => {
    // Movements between own places do not fit the two columns of sums in the PDF.
    const requested = {
      ...toStatementQuery(query, statementCalls.MAX_STATEMENT_PDF_MOVEMENTS),
      internal: false,
    };
    const file = await downloadStatementPdf(ctx, scope, requested, request.signal);
    return { file, name: await nameStatement(ctx, scope, requested, 'pdf'), mime: 'application/pdf' };
  });
}

function toDirection(mode: 0 | 1): CardDirection {
  return mode === TRANSACTION_MODE.toCard ? TO_CARD : FROM_CARD;
}

function toMovementLines(lines: readonly { card_id: number; sum: MovementLine['sum'] }[]): MovementLine[] {
  return lines.map((line) => ({ cardId: line.card_id, sum: line.sum }));
}

type StatementQuery = EndpointQuery<typeof statementCalls.downloadStatementCsv>;

function toStatementQuery(query: StatementQuery, max: number): StatementArgs {
  return {
    place: toStatementPlace(query),
    period: { from: query.date_from, to: query.date_to },
    internal: query.internal,
    max,
  };
}

function toStatementPlace({ place, partner_id: partnerId, card_id: cardId }: StatementQuery): StatementPlace {
  if (place) return { kind: place };
  if (partnerId !== undefined) return { kind: 'partner', partnerId };
  return cardId === undefined ? { kind: 'company' } : { kind: 'card', cardId };
}

function toPartnerSums(accounts: readonly { partner_id: number; sum: PartnerSum['sum'] }[]): PartnerSum[] {
  return accounts.map((account) => ({ partnerId: account.partner_id, sum: account.sum }));
}

/** The calls of spec section 7 name the company in their path. For the caller only their own exists. */
function assertOwnCompany(scope: CompanyScope, companyId: number): void {
  if (companyId !== scope.companyId) throw notFound('Компания не найдена');
}
