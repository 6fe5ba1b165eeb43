import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { PROFILE_HEADERS } from '#contract/identity/auth.ts';
import { MAINTENANCE_OF_EVERYTHING } from '#contract/ids.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { badRequest } from '../../../errors.ts';
import type { Session } from '../../../http/session.ts';
import {
  findMaintenance,
  listAnnounced,
  type CurrentMaintenance,
  type MaintenanceRecord,
} from '../../programme/maintenance/maintenance.ts';
import { findLastRejection, type Rejection } from './rejection-store.ts';
import { moveSessionEnd } from './sessions.ts';
import { idleEnd } from './tokens.ts';
import { countMemberships } from '../../messaging/users/memberships.ts';
import { readPerson, type Person } from '../../messaging/users/users.ts';

/** The company as a colleague's profile shows it; `client` is null until the first order makes it one. */
interface ProfileCompany {
  id: number;
  inn: string;
  title: string;
  legalForm: string;
  client: ProfileClient | null;
}

export interface ProfileClient {
  credit: Kopecks;
  creditDaysForPayment: number;
  creditDaysWithoutPayment: number;
  threshold: Kopecks | null;
  usesEdm: boolean;
  /** Time when the current version of the agreement was accepted, or null. */
  termsAcceptedAt: Date | null;
  /** Why the programme has stopped its money and cards. */
  block: { reason: string; since: Date } | null;
}

interface ProfileCompanyRow {
  id: number;
  inn: string;
  title: string;
  legal_form: string;
  is_client: boolean;
  credit_kopecks: number;
  credit_days_for_payment: number;
  credit_days_without_payment: number;
  threshold_kopecks: number | null;
  uses_edm: boolean;
  current_terms_accepted_at: Date | null;
  blocked_at: Date | null;
  blocked_reason: string | null;
}

async function readProfileCompany(tx: Db, scope: CompanyScope, now: Date): Promise<ProfileCompany> {
  const row = await getOnlyRow(
    tx,
    sql<ProfileCompanyRow>`
      select id, coalesce(inn, former_inn) as inn, title, legal_form, client_since is not null as is_client, credit_kopecks,
        credit_days_for_payment, credit_days_without_payment, threshold_kopecks, edm_state = 'accepted' as uses_edm,
        case when terms_version = (
          select max(version) from terms_version where begins_at is null or begins_at <= ${now}) then terms_accepted_at end
          as current_terms_accepted_at, blocked_at, blocked_reason
      from company where id = ${scope.companyId}`,
  );
  return {
    id: row.id,
    inn: row.inn,
    title: row.title,
    legalForm: row.legal_form,
    client: row.is_client ? toProfileClient(row) : null,
  };
}

function toProfileClient(row: ProfileCompanyRow): ProfileClient {
  return {
    credit: kopecks(row.credit_kopecks),
    creditDaysForPayment: row.credit_days_for_payment,
    creditDaysWithoutPayment: row.credit_days_without_payment,
    threshold: row.threshold_kopecks === null ? null : kopecks(row.threshold_kopecks),
    usesEdm: row.uses_edm,
    termsAcceptedAt: row.current_terms_accepted_at,
    block: row.blocked_at && { since: row.blocked_at, reason: row.blocked_reason ?? '' },
  };
}

export interface Profile {
  person: Person;
  company: ProfileCompany | null;
  /** Number of companies that the person may enter. */
  companies: number;
  /**
   * Maintenance of everything if there is any, otherwise that of the lowest partner id; null when there is none now.
   */
  maintenance: CurrentMaintenance | null;
  announced: MaintenanceRecord[];
  /** Rejection of the request by which the person had joined, or null for a member of a company. */
  rejection: Rejection | null;
}

type Headers = Record<string, string | string[] | undefined>;

/**
 * Returns what the screens request on every route change. Moves the session's end to 3600 s from now (spec section 4),
 * for staff to 900 s. A wrong API key or version gets 400, a missing one is accepted (docs/calls.md 1).
 */
export async function readProfile(ctx: Context, session: Session, headers: Headers): Promise<Profile> {
  assertKnownClient(headers, ctx.config.publicApiKey);
  const now = ctx.clock.now();
  const scope = session.company?.scope;
  const [person, company, companies, maintenance, announced, rejection] = await Promise.all([
    readPerson(ctx.db.system, session.userId),
    scope ? ctx.db.inCompany(scope, (tx) => readProfileCompany(tx, scope, now)) : null,
    countMemberships(ctx.db.system, { userId: session.userId, now }),
    findMaintenance(ctx.db.system, { partnerIds: [MAINTENANCE_OF_EVERYTHING, ...ctx.partnerIds()], now }),
    listAnnounced(ctx.db.system, now),
    scope ? null : findLastRejection(ctx.db.system, session.userId),
    moveSessionEnd(ctx.db.system, {
      sessionId: session.id,
      expiresAt: idleEnd(now, session.staffRole !== null),
    }),
  ]);
  return { person, company, companies, maintenance, announced, rejection };
}

function assertKnownClient(headers: Headers, publicApiKey: string): void {
  const key = headers[PROFILE_HEADERS.apiKey];
  if (key !== undefined && key !== publicApiKey) throw badRequest('Неизвестный ключ приложения');
  const version = headers[PROFILE_HEADERS.apiVersion];
  if (version !== undefined && version !== PROFILE_HEADERS.version)
    throw badRequest('Неизвестная версия приложения');
}
