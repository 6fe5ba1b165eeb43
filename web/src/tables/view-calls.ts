import {
  isStaffList,
  listStaffViews,
  listViews,
  removeStaffView,
  removeView,
  saveStaffView,
  saveView,
  type ViewList,
} from '#contract/companies/views.ts';

const COMPANY_VIEW_CALLS = { list: listViews, save: saveView, remove: removeView };
const STAFF_VIEW_CALLS = { list: listStaffViews, save: saveStaffView, remove: removeStaffView };

/** Returns the calls that store the views of a list: a company's, or the staff's. */
export function viewCalls(list: ViewList | undefined): typeof COMPANY_VIEW_CALLS | typeof STAFF_VIEW_CALLS {
  return list && isStaffList(list) ? STAFF_VIEW_CALLS : COMPANY_VIEW_CALLS;
}
