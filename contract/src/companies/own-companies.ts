import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, idParams, moment } from '../fields.ts';
import { dayAfterDay } from '../fuel/operations.ts';
import { spendingFigures } from '../fuel/spending.ts';
import { MONTH_STEPS } from '../insights/months.ts';
import { waiting } from '../insights/overview.ts';
import { rubles } from '../kopecks.ts';

/** Companies that one person acts for: docs/calls.md 3. */

/** Parameter of a link to the cabinet: the company in which it opens. */
export const LINK_COMPANY = 'company';

/** Returns a path or an address of the cabinet that opens in a company. Others, and those without a company, stay as they are. */
export function openInCompany(address: string, companyId: number | null): string {
  if (companyId === null || !/^(https?:\/\/[^/]+)?\/cabinet(?=[/?#]|$)/.test(address)) return address;
  const [page = '', anchor] = address.split('#', 2);
  const linked = `${page}${page.includes('?') ? '&' : '?'}${LINK_COMPANY}=${companyId}`;
  return anchor === undefined ? linked : `${linked}#${anchor}`;
}

/** How a person has come to act for a company. */
const via = z.enum(['employee', 'delegation']);

const ownCompany = z.object({
  id: z.int(),
  inn: z.string(),
  title: z.string(),
  role_id: z.int(),
  current: z.boolean().meta({ description: 'this session acts for it' }),
  via,
  since: moment,
  until: moment.nullable().meta({ description: 'from then on it can’t be entered; null: no term' }),
  waiting: z.int().meta({ description: 'how much waits for a decision that this role may take' }),
});

export const listCompanies = endpoint({
  name: 'listCompanies',
  method: 'GET',
  path: '/api/companies',
  summary: 'Companies that the caller may enter, with what waits in each',
  caller: 'signed-in',
  data: z.array(ownCompany),
  source: 'docs/calls.md 3',
});

/** Other sessions of the caller stay where they are. Refuses: 404 the caller has no role there. */
export const enterCompany = endpoint({
  name: 'enterCompany',
  method: 'POST',
  path: '/api/companies/:id/enter',
  summary: 'From now on this session acts for that company',
  caller: 'signed-in',
  params: idParams,
  data: z.object({ id: z.int(), title: z.string() }),
  source: 'docs/calls.md 3',
});

export const readCompanies = endpoint({
  name: 'readCompanies',
  method: 'GET',
  path: '/api/companies/overview',
  summary:
    'Money and what waits, for each company that the caller may enter, the most urgent first; only what the role there shows',
  caller: 'signed-in',
  data: z.array(
    z.object({
      id: z.int(),
      inn: z.string(),
      title: z.string(),
      role_id: z.int(),
      current: z.boolean().meta({ description: 'this session acts for it' }),
      via,
      own: rubles.meta({ description: 'the company’s own money, wherever it lies' }),
      unallocated: rubles.meta({ description: 'below zero where credit is used' }),
      free: rubles.meta({ description: 'what can be moved now, unused credit included: as `notDistSum`' }),
      debt: rubles.meta({ description: 'what is owed to the programme; 0 where nothing is' }),
      debt_late: z.boolean().meta({ description: 'the term of the debt is over' }),
      open_months: z
        .int()
        .meta({ description: 'months with documents that are neither confirmed nor objected to' }),
      last_month: z.object({
        month: z.string().meta({ description: 'the month before the running one' }),
        missing: z
          .array(z.enum(MONTH_STEPS))
          .meta({ description: 'its steps that are not done, as `/api/months/{month}` has them' }),
      }),
      waiting: z.array(waiting).meta({ description: 'as in the overview of that company' }),
    }),
  ),
  source: 'docs/calls.md 3',
});

/** More days would make a person of a hundred companies read years of each. */
const COMPANIES_SPENDING_MAX_DAYS = 366;
const DAY_MS = 86_400_000;

const periodQuery = z
  .object({ dateFrom: day, dateTo: day })
  .refine(({ dateFrom, dateTo }) => dateFrom <= dateTo, dayAfterDay)
  .refine(
    ({ dateFrom, dateTo }) =>
      Date.parse(dateTo) - Date.parse(dateFrom) < COMPANIES_SPENDING_MAX_DAYS * DAY_MS,
    { message: 'Выберите период не длиннее года', path: ['dateFrom'] },
  );

export const readCompaniesSpending = endpoint({
  name: 'readCompaniesSpending',
  method: 'GET',
  path: '/api/companies/spending',
  summary: 'Fuel of each company that the caller may enter and of all together, beside the days before',
  caller: 'signed-in',
  query: periodQuery,
  data: z.array(z.object({ id: z.int(), inn: z.string(), title: z.string(), ...spendingFigures })),
  meta: z.object({ totals: z.object(spendingFigures) }),
  source: 'docs/calls.md 3',
});

export const downloadCompaniesSpending = endpoint({
  name: 'downloadCompaniesSpending',
  method: 'GET',
  path: '/api/companies/spending.csv',
  summary: 'The same as CSV (UTF-8 with BOM, semicolons, decimal comma), totals last',
  caller: 'signed-in',
  query: periodQuery,
  kind: 'file',
  mime: 'text/csv',
  source: 'docs/calls.md 3',
});
