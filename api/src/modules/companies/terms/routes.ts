import type { FastifyInstance } from 'fastify';
import { can } from '#contract/access.ts';
import { downloadPersonalDataPolicy } from '#contract/consents.ts';
import * as calls from '#contract/terms.ts';
import { downloadFuelContract } from '#contract/orders.ts';
import { publishTerms as publishTermsCall } from '#contract/staff.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import type { FileAnswer } from '../../../http/send-answer.ts';
import { memoizeLast } from '../../../lib/memoize-last.ts';
import { formatDateShort, moscowDay } from '../../../lib/money-format.ts';
import { acceptTerms } from './accept-terms.ts';
import { agreementPdf } from './agreement-pdf.ts';
import { FUEL_CONTRACT_EDITION, fuelContract } from './fuel-contract.ts';
import { PERSONAL_DATA_POLICY_EDITION, personalDataPolicy } from './personal-data-policy.ts';
import { publishTerms } from './publish-terms.ts';
import { TERMS_OF_USE_EDITION, termsOfUse } from './terms-of-use.ts';
import { findCompanyTerms, type TermsVersion } from './terms-store.ts';
import { findCurrentTerms } from './find-current-terms.ts';

/** What the operator publishes in our words, filled in from his file. */
const OWN_PAPERS = [
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
  const author = ctx.config.operator.requisites.name;
  const termsPaper = memoizeLast<Buffer>();

  bind(app, ctx, calls.checkTerms, async ({ session, scope }) => {
    const terms = await requireTerms(ctx);
    const company = await ctx.db.inCompany(scope, (tx) => findCompanyTerms(tx, scope));
    // Who has lost his role reads the text, and not what the company has agreed to.
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
    const file = await termsPaper(String(terms.version), () =>
      agreementPdf({
        text: terms.text,
        author,
        edition: editionOf(terms),
        dateIso: moscowDay(terms.publishedAt),
      }),
    );
    return paper(file, 'Рамочное соглашение.pdf');
  });

  for (const { call, text, edition, name } of OWN_PAPERS) {
    const kept = memoizeLast<Buffer>();
    bind(app, ctx, call, async () => {
      const file = await kept(edition, () =>
        agreementPdf({
          text: text(ctx.config.operator),
          author,
          edition: `Редакция от ${formatDateShort(edition)}`,
          dateIso: edition,
        }),
      );
      return paper(file, name);
    });
  }

  bind(app, ctx, publishTermsCall, async ({ body, session }) => ({
    data: { version: await publishTerms(ctx, { text: body.text, userId: session.userId }) },
  }));
}

async function requireTerms(ctx: Context): Promise<TermsVersion> {
  const terms = await findCurrentTerms(ctx.db.system);
  if (!terms) throw notFound('Соглашение ещё не опубликовано');
  return terms;
}

function editionOf({ version, publishedAt, sha256 }: TermsVersion): string {
  return `Редакция № ${version} от ${formatDateShort(publishedAt)}. Контрольная сумма текста (SHA-256): ${sha256}`;
}

function paper(file: Buffer, name: string): FileAnswer {
  return { file, name, mime: 'application/pdf' };
}
