import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { onlyRow, type Db } from '../../../db/database.ts';

/** The company as a colleague's profile shows it; `client` is null until the first order makes it one. */
export interface ProfileCompany {
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
  /** When the current version of the agreement was accepted; null when it was not. */
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

export async function readProfileCompany(tx: Db, scope: CompanyScope, now: Date): Promise<ProfileCompany> {
  const row = await onlyRow(
    tx,
    sql<ProfileCompanyRow>`
      select id, inn, title, legal_form, client_since is not null as is_client, credit_kopecks,
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
    client: row.is_client ? clientOf(row) : null,
  };
}

function clientOf(row: ProfileCompanyRow): ProfileClient {
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
