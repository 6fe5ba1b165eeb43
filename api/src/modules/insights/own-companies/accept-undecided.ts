import { acceptDocuments, acceptedSubject } from '#contract/papers/documents.ts';
import { counted } from '#contract/values/counted.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope, type CompanyScope } from '../../../db/company-scope.ts';
import { badRequest, fieldRefusal, notFound, Refusal } from '../../../errors.ts';
import { assertMayDo } from '../../../http/allow-call.ts';
import type { CallOrigin } from '../../../http/call.ts';
import { findRightsInCompanies, type Session } from '../../../http/session.ts';
import { filterSharedCode } from '../../companies/companies/shared-code.ts';
import { sendCode } from '../../messaging/sms-codes/send-code.ts';
import { listMemberships, nameMember, type Membership } from '../../messaging/users/memberships.ts';
import { readPerson } from '../../messaging/users/users.ts';
import { describeAction } from '../../papers/confirmations/describe-action.ts';
import { decideForCompanies } from '../../papers/documents/closing/decide-documents.ts';
import {
  listUndecidedDocuments,
  type UndecidedDocument,
} from '../../papers/documents/closing/count-undecided-documents.ts';
import {
  ALL_DISPUTED,
  filterUndisputed,
  makeAcceptance,
  type Accepted,
} from '../../papers/documents/objections/accept-document.ts';
import { readSigner } from '../../papers/documents/evidence/read-signer.ts';

/** A company of the caller, and whether the caller may confirm its documents. */
interface Confirmer extends Membership {
  scope: CompanyScope;
  /** How its documents may be confirmed; null: not by the caller. */
  code: 'shared' | 'own' | null;
  /** Why the caller can't confirm here. */
  reason: string | null;
}

export interface UndecidedCompany extends Confirmer {
  documents: UndecidedDocument[];
}

export interface UndecidedChoice {
  companies: readonly number[];
  ids: readonly number[];
}

/** Lists what waits for a confirmation of a month, `YYYY-MM`, in each of the companies. 404 one without a role for the caller. */
export async function listUndecided(
  ctx: Context,
  session: Session,
  { companyIds, month }: { companyIds: readonly number[]; month: string },
): Promise<UndecidedCompany[]> {
  const confirmers = await requireConfirmers(ctx, session, companyIds);
  const scopes = confirmers.map(({ scope }) => scope);
  const documents = Map.groupBy(
    await listUndecidedDocuments(ctx.db.system, scopes, { month }),
    ({ companyId }) => companyId,
  );
  return confirmers.map((company) => ({ ...company, documents: documents.get(company.companyId) ?? [] }));
}

/**
 * Sends the caller one code that confirms exactly these documents. Refuses: 404 a company without a role for the caller, or
 * a document that waits in none of them; 403 not allowed in one; `companies` one that wants a code of its own; 429 too often.
 */
export async function sendUndecidedCode(
  ctx: Context,
  session: Session,
  { companies, ids, ip }: UndecidedChoice & { ip: string },
): Promise<void> {
  const confirmers = await requireShared(ctx, session, companies);
  const scopes = confirmers.map(({ scope }) => scope);
  const documents = await listUndecidedDocuments(ctx.db.system, scopes, { ids });
  if (documents.length < new Set(ids).size) throw notFound('Документ не найден');
  const months = documents.map(({ month }) => month).sort();
  const [first, last] = [months[0] ?? null, months.at(-1) ?? null];
  const { phone } = await readPerson(ctx.db.system, session.userId);
  await sendCode(ctx, {
    phone,
    userId: session.userId,
    tokenHash: null,
    purpose: 'document',
    subject: acceptedSubject(documents.map(({ id }) => id)),
    sumKopecks: null,
    action: describeAction('document', {
      sumKopecks: null,
      cardTail: null,
      documents: documents.length,
      month: first,
      lastMonth: first === last ? null : last,
      network: null,
      title: null,
      cards: null,
      call: null,
      order: null,
    }),
    company:
      confirmers.length === 1
        ? (confirmers[0]?.title ?? null)
        : counted(confirmers.length, ['компания', 'компании', 'компаний']),
    ip,
  });
}

/**
 * Confirms documents of the companies by one code that was sent for exactly these, in one transaction. Each company's log and
 * evidence say in which role. Refuses as `sendUndecidedCode`, and on `sms` a code that was sent for anything else.
 */
export async function acceptUndecided(
  ctx: Context,
  session: Session,
  { companies, ids, sms, from }: UndecidedChoice & { sms: string; from: CallOrigin },
): Promise<Map<number, Accepted>> {
  const confirmers = await requireShared(ctx, session, companies);
  const scopes = confirmers.map(({ scope }) => scope);
  const owners = await listUndecidedDocuments(ctx.db.system, scopes, { ids, decided: true });
  const chosen = Map.groupBy(owners, ({ companyId }) => companyId);
  if (owners.length < new Set(ids).size) throw notFound('Документ не найден');
  if (owners.every(({ isDecided }) => isDecided)) throw badRequest(ALL_DISPUTED);
  const { userId } = session;
  const inputs = await Promise.all(
    confirmers
      .filter(({ companyId }) => chosen.has(companyId))
      .map(async ({ scope, companyId, role }) => ({
        scope,
        userId,
        signer: await readSigner(ctx, { ...session, role }),
        from,
        choice: { ids: (chosen.get(companyId) ?? []).map(({ id }) => id) },
        sms,
      })),
  );
  const accepted = await decideForCompanies(
    ctx,
    inputs,
    { userId, sms, enter: (id) => nameMember(getConfirmer(confirmers, id)) },
    makeAcceptance(userId, filterUndisputed),
  );
  for (const { scope, choice } of inputs) {
    const outcome = accepted.get(scope.companyId);
    if (outcome) outcome.left = choice.ids.filter((id) => !outcome.confirmed.includes(id));
  }
  return accepted;
}

function getConfirmer(confirmers: readonly Confirmer[], companyId: number): Confirmer {
  const found = confirmers.find((own) => own.companyId === companyId);
  if (!found) throw notFound('Компания не найдена');
  return found;
}

/** Returns the companies, in each of which the caller may confirm. Several are confirmed together only where all allow it. */
async function requireShared(
  ctx: Context,
  session: Session,
  companyIds: readonly number[],
): Promise<Confirmer[]> {
  const confirmers = await requireConfirmers(ctx, session, companyIds, { assert: true });
  const own = confirmers.find(({ code }) => code === 'own');
  if (own && confirmers.length > 1)
    throw fieldRefusal('companies', `${own.title}: для документов этой компании нужен отдельный код`);
  return confirmers;
}

/** `assert`: refuses where the caller may not confirm, instead of saying why. */
async function requireConfirmers(
  ctx: Context,
  session: Session,
  companyIds: readonly number[],
  { assert = false } = {},
): Promise<Confirmer[]> {
  const memberships = await listMemberships(ctx.db.system, {
    userId: session.userId,
    now: ctx.clock.now(),
  });
  const wanted = new Set(companyIds);
  const companies = memberships.filter(({ companyId }) => wanted.has(companyId));
  if (companies.length < wanted.size) throw notFound('Компания не найдена');
  const scopes = companies.map(({ companyId }) => mintCompanyScope(companyId));
  const shared = await filterSharedCode(ctx.db.system, scopes);
  const rights = new Map(
    (await findRightsInCompanies(ctx, session, [...wanted])).map((found) => [found.company?.id, found]),
  );
  return companies.map((company) => {
    const { companyId } = company;
    const reason = findObstacle(ctx, rights.get(companyId), { assert });
    const code = reason === null ? (shared.has(companyId) ? 'shared' : 'own') : null;
    return { ...company, scope: mintCompanyScope(companyId), code, reason };
  });
}

/** Returns why the caller can't confirm the documents of a company, in the words of the call that does it there. */
function findObstacle(ctx: Context, rights: Session | undefined, { assert }: { assert: boolean }) {
  if (!rights) throw notFound('Компания не найдена');
  try {
    assertMayDo(ctx, acceptDocuments, rights);
    return null;
  } catch (error) {
    if (assert || !(error instanceof Refusal)) throw error;
    return error.message;
  }
}
