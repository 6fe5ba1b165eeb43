import type { FastifyInstance } from 'fastify';
import { can } from '#contract/access.ts';
import { downloadPersonalDataPolicy } from '#contract/identity/consents.ts';
import * as calls from '#contract/companies/terms.ts';
import { downloadFuelContract } from '#contract/orders/orders.ts';
import { publishTerms as publishTermsCall } from '#contract/backoffice/staff.ts';
import * as staffCalls from '#contract/companies/staff-terms.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { toPagination } from '../../../http/to-pagination.ts';
import type { FileAnswer } from '../../../http/call.ts';
import { memoizeLast } from '../../../lib/turns/memoize-last.ts';
import { formatDateShort, moscowDay } from '../../../lib/money-format.ts';
import { findContacts } from '../../programme/contacts/contacts.ts';
import { acceptTerms } from './accept-terms.ts';
import { agreementPdf } from './agreement-pdf.ts';
import { FUEL_CONTRACT_EDITION, fuelContract } from './fuel-contract.ts';
import { PERSONAL_DATA_POLICY_EDITION, personalDataPolicy } from './personal-data-policy.ts';
import { presentAcceptance, presentVersion } from './present.ts';
import { publishTerms } from './publish-terms.ts';
import { findText, listAcceptances, listTerms } from './staff-terms-store.ts';
import { TERMS_OF_USE_EDITION, termsOfUse } from './terms-of-use.ts';
import { findCompanyTerms, type TermsVersion, findCurrentTerms } from './terms.ts';

/** Documents that the operator publishes with our text, filled in from the operator's file. */
const OWN_DOCUMENTS = [
  {
    call: downloadFuelContract,
    text: fuelContract,
    edition: FUEL_CONTRACT_EDITION,
    name: 'Договор топливной программы.pdf',
  },
  {
    call: calls.downloadTermsOfUse,
    text: termsOfUse,
    edition: TERMS_OF_USE_EDITION,
    name: 'Условия использования.pdf',
  },
  {
    call: downloadPersonalDataPolicy,
    text: personalDataPolicy,
    edition: PERSONAL_DATA_POLICY_EDITION,
    name: 'Политика обработки персональных данных.pdf',
  },
];

export function termsRoutes(app: FastifyInstance, ctx: Context): void {
  const readAuthor = () => ctx.programme.today().requisites.name;
  const termsPdf = memoizeLast<Buffer>();

  bind(app, ctx, calls.checkTerms, async ({ session, scope }) => {
    const terms = await requireTerms(ctx);
    const company = await ctx.db.inCompany(scope, (tx) => findCompanyTerms(tx, scope));
    // A user who has lost the role reads the text, but not which version the company has accepted.
    const isAccepted = can(session.role, 'read') && company.version === terms.version;
    const acceptedAt = isAccepted ? company.acceptedAt : null;
    return {
      data: {
        result: acceptedAt !== null,
        terms_accepted_at: acceptedAt?.toISOString() ?? null,
        version: terms.version,
        text: terms.text,
      },
    };
  });

  bind(app, ctx, calls.acceptTerms, async ({ body, session, scope, from }) => {
    const readVersion = body.version ?? null;
    const acceptedAt = await acceptTerms(ctx, { scope, userId: session.userId, readVersion, from });
    return { data: { terms_accepted_at: acceptedAt.toISOString() } };
  });

  bind(app, ctx, calls.downloadTerms, async () => {
    const terms = await requireTerms(ctx);
    const file = await termsPdf(String(terms.version), () =>
      agreementPdf({
        text: terms.text,
        author: readAuthor(),
        edition: formatEdition(terms),
        dateIso: moscowDay(terms.publishedAt),
      }),
    );
    return toPdfAnswer(file, 'Рамочное соглашение.pdf');
  });

  for (const { call, text, edition, name } of OWN_DOCUMENTS) {
    const cached = memoizeLast<Buffer>();
    bind(app, ctx, call, async () => {
      const { phone, email } = await findContacts(ctx);
      const operator = { ...ctx.programme.today(), phone, email };
      const file = await cached(
        JSON.stringify([edition, operator.name, operator.requisites, phone, email]),
        () =>
          agreementPdf({
            text: text(operator),
            author: readAuthor(),
            edition: `Редакция от ${formatDateShort(edition)}`,
            dateIso: edition,
          }),
      );
      return toPdfAnswer(file, name);
    });
  }

  bind(app, ctx, publishTermsCall, async ({ body, session, from }) => {
    const input = { text: body.text, begins: body.begins ?? null, userId: session.userId, ip: from.ip };
    return { data: { version: await publishTerms(ctx, input) } };
  });

  bind(app, ctx, staffCalls.listTerms, async () => {
    const { versions, clients } = await listTerms(ctx.db.system, ctx.clock.now());
    return { data: versions.map(presentVersion), meta: { clients } };
  });

  bind(app, ctx, staffCalls.readTermsVersion, async ({ params }) => {
    const text = await findText(ctx.db.system, params.version);
    if (text === null) throw notFound('Такой редакции нет');
    return { data: { version: params.version, text } };
  });

  bind(app, ctx, staffCalls.listAcceptances, async ({ params, query }) => {
    const { found, total } = await listAcceptances(ctx.db.system, { ...params, ...query });
    return { data: found.map(presentAcceptance), meta: toPagination(query, total) };
  });
}

async function requireTerms(ctx: Context): Promise<TermsVersion> {
  const terms = await findCurrentTerms(ctx.db.system, ctx.clock.now());
  if (!terms) throw notFound('Соглашение ещё не опубликовано');
  return terms;
}

function formatEdition({ version, publishedAt, sha256 }: TermsVersion): string {
  return `Редакция № ${version} от ${formatDateShort(publishedAt)}. Контрольная сумма текста (SHA-256): ${sha256}`;
}

function toPdfAnswer(file: Buffer, name: string): FileAnswer {
  return { file, name, mime: 'application/pdf' };
}
