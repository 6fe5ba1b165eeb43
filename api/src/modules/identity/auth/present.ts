import type { z } from 'zod';
import { can } from '#contract/access.ts';
import type { profile, signedInUser } from '#contract/identity/auth.ts';
import type { ownSession } from '#contract/identity/sessions.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import { maskPhone } from '#contract/values/phone.ts';
import type { Session } from '../../../http/session.ts';
import type { ProfileClient, Profile } from './profile.ts';
import { describeDevice, toIpNetwork } from './device.ts';
import type { OpenSession } from './session-list-store.ts';
import type { UserRecord } from '../../messaging/users/users.ts';

export function presentUser({ id, phone, firstname, email }: UserRecord): z.input<typeof signedInUser> {
  return { id, phone, firstname, email };
}

export function presentSession(openSession: OpenSession, currentId: number): z.input<typeof ownSession> {
  return {
    id: openSession.id,
    current: openSession.id === currentId,
    device: describeDevice(openSession.userAgent),
    address: toIpNetwork(openSession.ip),
    created_at: openSession.createdAt.toISOString(),
    seen_at: openSession.seenAt.toISOString(),
  };
}

export function presentProfile(
  session: Session,
  { person, company, companies, rejection }: Profile,
  asksFactor: boolean,
): z.input<typeof profile> {
  return {
    id: session.userId,
    firstname: person.firstname,
    lastname: person.lastname,
    phone: person.phone,
    masked_phone: maskPhone(person.phone),
    email:
      person.email === null ? null : { email: person.email, confirmed: person.emailConfirmedAt !== null },
    company: company && {
      id: company.id,
      inn: company.inn,
      title: company.title,
      legal_form: company.legalForm,
      client:
        company.client && presentClient(company.id, can(session.role, 'read') ? company.client : NO_FIGURES),
    },
    companies,
    is_staff: session.staffRole !== null,
    staff_role: session.staffRole,
    ...(asksFactor && { asks_factor: true }),
    ...(rejection && {
      rejection: {
        order_id: rejection.orderId,
        company_title: rejection.companyTitle,
        reason: rejection.reason,
      },
    }),
  };
}

/**
 * A user who has lost their role sees that the company is a client, which the screens need, but none of its figures.
 */
const NO_FIGURES: ProfileClient = {
  credit: kopecks(0),
  creditDaysForPayment: 0,
  creditDaysWithoutPayment: 0,
  threshold: null,
  usesEdm: false,
  termsAcceptedAt: null,
  block: null,
};

function presentClient(id: number, record: ProfileClient) {
  return {
    id,
    creditSum: toRubles(record.credit),
    creditDaysForPayment: record.creditDaysForPayment,
    creditDaysWithoutPayment: record.creditDaysWithoutPayment,
    threshold: record.threshold === null ? null : toRubles(record.threshold),
    uses_edo: record.usesEdm,
    terms_accepted_at: record.termsAcceptedAt?.toISOString() ?? null,
    block: record.block && { reason: record.block.reason, since: record.block.since.toISOString() },
  };
}
