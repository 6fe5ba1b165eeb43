import { sql } from 'kysely';
import type { Role } from '#contract/access.ts';
import type { Context } from '../../../context.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import { MIN_PHONE_DIGITS, toPhonePrefixes, toWordBeginnings } from './client-list.ts';

export interface FoundPerson {
  id: number;
  firstname: string | null;
  lastname: string | null;
  phone: string;
  /** Title of the home company, else of the oldest other one. */
  company: string | null;
  companies: number;
}

/** A company for which a person acts or acted. */
interface PersonCompany {
  companyId: number;
  inn: string;
  title: string;
  isClient: boolean;
  role: Role;
  via: 'employee' | 'delegation';
  firm: string | null;
  since: Date;
  until: Date | null;
  endedAt: Date | null;
  isActive: boolean;
}

export interface PersonFile {
  id: number;
  firstname: string | null;
  lastname: string | null;
  phone: string;
  email: string | null;
  secondFactor: boolean;
  erased: boolean;
  companies: PersonCompany[];
}

const MAX_FOUND = 20;
const MAX_COMPANIES = 500;

/**
 * Finds people who act or acted for a company, each once: by the beginning of the phone, however it is written, or by
 * beginnings of words of the name. Each way has an index of its own.
 */
export async function findPeople(db: Db, { q, now }: { q: string; now: Date }): Promise<FoundPerson[]> {
  const digits = q.replace(/[\s()+-]/g, '');
  const isPhone = /^\d+$/.test(digits);
  const words = toWordBeginnings(q);
  if (isPhone ? digits.length < MIN_PHONE_DIGITS : words === null) return [];
  const way = isPhone
    ? sql`(${sql.join(
        toPhonePrefixes(digits).map((prefix) => sql`phone like ${`${prefix}%`}`),
        sql` or `,
      )})`
    : sql`to_tsvector('simple', translate(coalesce(lastname, '') || ' ' || coalesce(firstname, ''), 'ёЁ', 'еЕ'))
        @@ to_tsquery('simple', ${words})`;
  return rows(
    db,
    sql<FoundPerson>`
      select person.id, person.firstname, person.lastname, person.phone, open.company, coalesce(open.companies, 0)::int as companies
      from (
        select id, firstname, lastname, phone, company_id from app_user
        where ${way} and erased_at is null and exists (select from membership where user_id = app_user.id)
        order by lastname, firstname, id limit ${MAX_FOUND}
      ) person
      left join lateral (
        select count(*) as companies,
          (array_agg(company.title order by company.id is distinct from person.company_id, membership.id))[1] as company
        from membership join company on company.id = membership.company_id
        where membership.user_id = person.id and ${isActive(now)}
      ) open on true
      order by person.lastname, person.firstname, person.id`,
  );
}

/** Reads a person with the companies of the present and of the past. Throws 404 for a user who never acted for one. */
export async function readPersonFile(ctx: Context, id: number): Promise<PersonFile> {
  const db = ctx.db.system;
  const person = await firstRow(
    db,
    sql<Omit<PersonFile, 'companies'>>`
      select id, firstname, lastname, phone, email, factor_since is not null as "secondFactor", erased_at is not null as erased
      from app_user where id = ${id}`,
  );
  const companies = await listPersonCompanies(db, { id, now: ctx.clock.now() });
  if (!person || companies.length === 0) throw notFound('Человек не найден');
  return { ...person, companies };
}

function listPersonCompanies(db: Db, { id, now }: { id: number; now: Date }): Promise<PersonCompany[]> {
  return rows(
    db,
    sql<PersonCompany>`
      select membership.company_id as "companyId", coalesce(company.inn, company.former_inn) as inn, company.title,
        company.client_since is not null as "isClient", membership.role, membership.via, delegation.firm_title as firm,
        membership.since, membership.until, membership.ended_at as "endedAt", ${isActive(now)} as "isActive"
      from membership join company on company.id = membership.company_id
      left join delegation on delegation.id = membership.delegation_id
      where membership.user_id = ${id}
      order by ${isActive(now)} desc, membership.since desc, membership.id desc limit ${MAX_COMPANIES}`,
  );
}

function isActive(now: Date) {
  return sql`(membership.role <> 'none' and membership.ended_at is null
    and (membership.until is null or membership.until > ${now}))`;
}
