import { sql } from 'kysely';
import { can } from '#contract/access.ts';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { type Db, getOnlyRow, firstRow } from '../../../db/database.ts';
import type { RegistryCompany } from '../../../gateways/company-registry/company-registry.ts';
import { fieldRefusal, notAllowed } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { lockUser, lockOrInsertCompany, hasNoHistory, lockWithPeople, unmarkClient } from './companies.ts';
import { endMemberships, findRole, putMembership } from '../../messaging/users/memberships.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';

/** Makes a company a client, with its current data from the register. `adminUnconfirmed`: its first admin has to give a proof. */
export async function markClient(
  tx: Db,
  companyId: number,
  known: RegistryCompany,
  now: Date,
  { adminUnconfirmed = false } = {},
): Promise<void> {
  await sql`
    update company set client_since = ${now}, kpp = ${known.kpp}, ogrn = ${known.ogrn}, title = ${known.title},
      legal_form = ${known.legalForm}, city = ${known.address.city}, street = ${known.address.street},
      house = ${known.address.house}, admin_unconfirmed = ${adminUnconfirmed}
    where id = ${companyId}`.execute(tx);
}

/**
 * Makes a company a client with its first order, and the order's author its admin (docs/calls.md 3). Refuses on `inn` a
 * company that is a client already, because knowing an INN gives no access (docs/specification.md 2): of two users who
 * come at once with one INN, the second is refused. A user who has a role in another company has a further one then.
 * `isNew` means that it has no accounts yet.
 */
export async function joinProgramme(
  tx: Db,
  joining: {
    userId: number;
    company: RegistryCompany;
    ip: string;
    now: Date;
    /** The operator asks first admins for a proof (decision 51). */
    asksProof: boolean;
  },
): Promise<{ companyId: number; isNew: boolean }> {
  const { userId, now } = joining;
  await lockUser(tx, userId);
  const company = await lockOrInsertCompany(tx, joining.company, now);
  const role = await findRole(tx, { userId, companyId: company.id, now });
  if (company.clientSince && role !== 'none') {
    // The author has just joined a company, by another order or by an invitation.
    if (!can(role, 'orderCards')) throw notAllowed();
    return { companyId: company.id, isNew: false };
  }
  if (company.clientSince) {
    throw fieldRefusal(
      'inn',
      'Компания с этим ИНН уже подключена к программе. Доступ к ней открывает администратор компании',
    );
  }
  await markClient(tx, company.id, joining.company, now, { adminUnconfirmed: joining.asksProof });
  await putMembership(tx, { userId, companyId: company.id, role: 'admin', now });
  await recordEvent(tx, {
    at: now,
    what: 'programme-joined',
    userId,
    companyId: company.id,
    ip: joining.ip,
  });
  return { companyId: company.id, isNew: true };
}

/**
 * Removes a company after its order was rejected. INNs are public, so the first user to name one must not own the
 * company. A company with no open request and nothing in the books leaves the programme, frees its INN, and loses its
 * people. The next user who orders for this INN joins with a new company and cannot read the orders, drivers and
 * invoices of the old one.
 */
export async function leaveProgramme(
  tx: Db,
  leaving: { companyId: number; orderId: number; by: { userId: number; ip: string }; now: Date },
): Promise<void> {
  const { companyId, orderId, by } = leaving;
  await lockWithPeople(tx, companyId);
  if (!(await hasNoHistory(tx, companyId))) return;
  await unmarkClient(tx, companyId);
  const people = await endMemberships(tx, { companyId, now: leaving.now });
  await recordEvent(tx, {
    at: leaving.now,
    what: 'programme-left',
    userId: by.userId,
    companyId,
    ip: by.ip,
    details: { orderId, people },
  });
}

/** Checks whether a company would leave the programme if this request of it were rejected. */
export async function wouldLeaveProgramme(
  db: Db,
  args: { companyId: number; orderId: number },
): Promise<boolean> {
  const { companyId, orderId } = args;
  const { others } = await getOnlyRow(
    db,
    sql<{ others: boolean }>`
      select exists (select from card_request
        where company_id = ${companyId} and id <> ${orderId} and status_id <> ${REQUEST_STATUS.rejected}) as others`,
  );
  return !others && (await hasNoHistory(db, companyId, { butForRequests: true }));
}

/** Gives the company's first admin all rights from now on. Returns false when the admin had them before. */
export async function markAdminConfirmed(tx: Db, companyId: number): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update company set admin_unconfirmed = false where id = ${companyId} and admin_unconfirmed returning id`,
  );
  return row !== null;
}

/** Records the version of the framework agreement that the company works by. */
export async function markTermsAccepted(
  tx: Db,
  scope: CompanyScope,
  accepted: { version: number; now: Date },
): Promise<void> {
  await sql`
    update company set terms_version = ${accepted.version}, terms_accepted_at = ${accepted.now}
    where id = ${scope.companyId}`.execute(tx);
}

/**
 * Ends a claim to send the message; a sent message is not due any more. A claim that a new crossing has
 * replaced changes nothing.
 */
export async function endClaim(
  db: Db,
  args: { companyId: number; until: Date; sent: boolean },
): Promise<void> {
  await sql`
    update company set threshold_message_claimed_until = null, threshold_message_due = threshold_message_due and ${!args.sent}
    where id = ${args.companyId} and threshold_message_claimed_until = ${args.until}`.execute(db);
}
