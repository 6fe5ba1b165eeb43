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

const OF_COMPANY = { list: listViews, save: saveView, remove: removeView };
const OF_STAFF = { list: listStaffViews, save: saveStaffView, remove: removeStaffView };

/** Returns the calls that store the views of a list: a company's, or the staff's. */
export function viewCalls(list: ViewList | undefined): typeof OF_COMPANY | typeof OF_STAFF {
  return list && isStaffList(list) ? OF_STAFF : OF_COMPANY;
}
