import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  beginning,
  defaultWhenEmpty,
  absentWhenEmpty,
  ending,
  flag,
  moment,
  optionalText,
  PERIOD_BACKWARDS,
  wholeNumber,
} from '../fields.ts';
import { AUDIT_LISTED, AUDIT_PARTS, AUDIT_PER_PAGE } from '../limits.ts';
import { pagination } from '../pagination.ts';

/** The audit log: docs/calls.md 20. */

const change = z.record(z.string(), z.unknown()).nullable();

export const describedChange = z.object({
  label: z.string(),
  before: z.string().nullable().meta({ description: 'null: nothing was there, or it is not known' }),
  after: z.string().nullable(),
});

export const auditLine = z.object({
  id: z.int(),
  at: moment,
  action: z
    .string()
    .meta({ description: 'an event, or the name of a call or a job; its sentence is in `title`' }),
  title: z.string(),
  actor: z.object({
    id: z.int().nullable().meta({ description: 'null: no person, or a stranger' }),
    name: z.string(),
    role: z.string().nullable().meta({ description: 'in words; null: not known' }),
  }),
  company: z.object({ id: z.int(), title: z.string() }).nullable(),
  targets: z.array(z.object({ kind: z.string(), id: z.union([z.int(), z.string()]), title: z.string() })),
  changes: z
    .array(describedChange)
    .meta({ description: 'field by field, in Russian; what says nothing to people is left out' }),
  before: change.meta({ description: 'as it was noted: sums in kopecks' }),
  after: change,
  address: z
    .string()
    .nullable()
    .meta({ description: 'where the request came from; a company sees those of its own people only' }),
  device: z.string().nullable(),
  request_id: z.string().nullable(),
  part_of: z.int().nullable().meta({
    description: 'in files: the first line of the same request; null: this is it, or it is the only one',
  }),
});

/** A line of a page: with `folded`, the first one of its request, with the others inside. */
export const auditEvent = auditLine.extend({
  parts: z
    .array(auditLine)
    .meta({ description: `with \`folded\`: the first ${AUDIT_PARTS} other lines of the request` }),
  parts_total: z.int(),
});

/** Authors of actions: users, or jobs that run by themselves. */
export const AUDIT_AUTHORS = ['people', 'jobs'] as const;

const filter = {
  actor: absentWhenEmpty(optionalText(100)).meta({
    description: 'an id, a part of the name, or of a job’s name',
  }),
  action: absentWhenEmpty(optionalText(300)).meta({
    description: 'one, or several with commas between them',
  }),
  target: absentWhenEmpty(optionalText(60)).meta({
    description: '`card:12`, a bare id of anything, or the number of a card',
  }),
  by: absentWhenEmpty(z.enum(AUDIT_AUTHORS, { error: 'Ожидается people или jobs' })).meta({
    description: 'people: without what jobs have done by themselves; jobs: that alone',
  }),
  from: absentWhenEmpty(beginning),
  to: absentWhenEmpty(ending),
};
const ofCompany = {
  company: absentWhenEmpty(optionalText(100)).meta({ description: 'an id, an INN or a part of the title' }),
};
const page = {
  folded: defaultWhenEmpty(flag, false).meta({
    description: 'one line a request; false: each line by itself',
  }),
  page: wholeNumber(1, AUDIT_LISTED / AUDIT_PER_PAGE, 'Дальше записи не листаются: сузьте отбор').default(1),
};

function inOrder({ from, to }: { from?: Date | undefined; to?: Date | undefined }): boolean {
  return !from || !to || from <= to;
}
const backwards = { error: PERIOD_BACKWARDS, path: ['from'] };

const meta = z.object({
  pagination,
  more: z.boolean().meta({ description: `more than the ${AUDIT_LISTED} that can be paged through` }),
});
const source = 'docs/calls.md 20';

export const listAudit = endpoint({
  name: 'listAudit',
  method: 'GET',
  path: '/staff/api/audit',
  summary: 'The audit log of everybody, newest first, 50 a page',
  caller: 'staff.read',
  query: z.object({ ...filter, ...ofCompany, ...page }).refine(inOrder, backwards),
  data: z.array(auditEvent),
  meta,
  source,
});

export const listCompanyAudit = endpoint({
  name: 'listCompanyAudit',
  method: 'GET',
  path: '/api/audit',
  summary: 'The audit log of one’s own company, for its admin, newest first, 50 a page',
  caller: 'assignRoles',
  query: z.object({ ...filter, ...page }).refine(inOrder, backwards),
  data: z.array(auditEvent),
  meta,
  source,
});

export const downloadAuditWorkbook = endpoint({
  name: 'downloadAuditWorkbook',
  method: 'GET',
  path: '/staff/api/audit/workbook',
  summary: 'The audit log under these filters as a workbook, the newest 20 000 lines',
  caller: 'staff.read',
  query: z.object({ ...filter, ...ofCompany }).refine(inOrder, backwards),
  kind: 'file',
  mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  source,
});

export const downloadAuditLines = endpoint({
  name: 'downloadAuditLines',
  method: 'GET',
  path: '/staff/api/audit/lines',
  summary: 'The audit log under these filters as lines of JSON, the newest 1 000 000, streamed',
  caller: 'staff.read',
  query: z.object({ ...filter, ...ofCompany }).refine(inOrder, backwards),
  kind: 'file',
  mime: 'application/x-ndjson',
  source,
});

export const downloadCompanyAuditWorkbook = endpoint({
  name: 'downloadCompanyAuditWorkbook',
  method: 'GET',
  path: '/api/audit/workbook',
  summary: 'The audit log of one’s own company under these filters as a workbook',
  caller: 'assignRoles',
  query: z.object(filter).refine(inOrder, backwards),
  kind: 'file',
  mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  source,
});

export const downloadCompanyAuditLines = endpoint({
  name: 'downloadCompanyAuditLines',
  method: 'GET',
  path: '/api/audit/lines',
  summary: 'The audit log of one’s own company under these filters as lines of JSON, streamed',
  caller: 'assignRoles',
  query: z.object(filter).refine(inOrder, backwards),
  kind: 'file',
  mime: 'application/x-ndjson',
  source,
});
