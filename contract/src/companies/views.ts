import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, requiredText } from '../fields.ts';

/** Views that people save by name: the filters, order and columns of a list, as its address has them. */

/** The lists of a company that have views. */
export const VIEW_LISTS = [
  'cards',
  'operations',
  'invoices',
  'drivers',
  'vehicles',
  'fuel-plans',
  'documents',
  'statement',
] as const;
/** Lists of the programme's staff. No list of a company has the same name. */
export const STAFF_VIEW_LISTS = [
  'requests',
  'payments',
  'returns',
  'balances',
  'movements',
  'matters',
  'edm',
  'approvals',
  'members',
  'phone-changes',
  'erasures',
  'clients',
  'tariffs',
  'card-prices',
  'credits',
  'staff-documents',
  'acceptances',
  'messages',
] as const;
export type ViewList = (typeof VIEW_LISTS)[number] | (typeof STAFF_VIEW_LISTS)[number];

export function isStaffList(list: ViewList): boolean {
  return (STAFF_VIEW_LISTS as readonly ViewList[]).includes(list);
}

export const VIEW_NAME_MAX = 60;
/** Maximum of saved views of one list per person. More of them would be too many to choose from. */
export const MAX_VIEWS = 30;
const QUERY_MAX = 1000;

const UNKNOWN_LIST = 'Неизвестный список';
const list = z.enum([...VIEW_LISTS, ...STAFF_VIEW_LISTS], { error: UNKNOWN_LIST });

export const savedView = z.object({
  id: z.int(),
  list,
  name: z.string(),
  query: z.string().meta({ description: 'what follows the question mark of the list’s address' }),
  shared: z.boolean().meta({ description: 'the whole company, or all staff, see it' }),
  own: z.boolean().meta({ description: 'the caller has saved it' }),
});

export const listViews = endpoint({
  name: 'listViews',
  method: 'GET',
  path: '/api/views',
  summary: 'Saved views: one’s own and those that colleagues share, by list and name',
  caller: 'read',
  data: z.array(savedView),
  source: 'docs/calls.md 11',
});

/** State of a list that a view saves. */
const input = z.object({
  list,
  name: requiredText(VIEW_NAME_MAX),
  query: z
    .string()
    .max(QUERY_MAX, `Не длиннее ${QUERY_MAX} знаков`)
    .regex(/^[^?#\p{Cc}]*$/u, 'Ожидается часть адреса после вопросительного знака')
    .transform((text) => new URLSearchParams(text).toString()),
  shared: z.boolean({ error: 'Ожидается true или false' }).default(false),
});

/** Errors: 400 for a name or an address that is too long, 409 when the person has MAX_VIEWS of this list. */
export const saveView = endpoint({
  name: 'saveView',
  method: 'POST',
  path: '/api/views',
  summary: 'Saves a view; one of the same name and list is replaced',
  caller: 'read',
  body: input.refine((view) => !isStaffList(view.list), { path: ['list'], error: UNKNOWN_LIST }),
  data: savedView,
  source: 'docs/calls.md 11',
});

/** Errors: 404 for another user's view, unless it is shared and the caller may assign roles. */
export const removeView = endpoint({
  name: 'removeView',
  method: 'DELETE',
  path: '/api/views/:id',
  summary: 'Removes one’s own view, for colleagues too; an admin any shared one',
  caller: 'read',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 11',
});

export const listStaffViews = endpoint({
  name: 'listStaffViews',
  method: 'GET',
  path: '/staff/api/views',
  summary: 'Saved views of the staff’s lists: one’s own and those that are shared, by list and name',
  caller: 'staff.read',
  data: z.array(savedView),
  source: 'docs/calls.md 11',
});

/** Errors: as `saveView`. */
export const saveStaffView = endpoint({
  name: 'saveStaffView',
  method: 'POST',
  path: '/staff/api/views',
  summary: 'Saves a view of a list of the staff; one of the same name and list is replaced',
  caller: 'staff.change',
  body: input.refine((view) => isStaffList(view.list), { path: ['list'], error: UNKNOWN_LIST }),
  data: savedView,
  source: 'docs/calls.md 11',
});

/** Errors: 404 for another user's view, unless it is shared. */
export const removeStaffView = endpoint({
  name: 'removeStaffView',
  method: 'DELETE',
  path: '/staff/api/views/:id',
  summary: 'Removes one’s own view, or one that is shared with all staff',
  caller: 'staff.change',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 11',
});
