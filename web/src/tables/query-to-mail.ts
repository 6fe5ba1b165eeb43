import { MAILED_REPORTS, type MailedReport } from '#contract/insights/mailings.ts';

/** Returns whether a list or report can come by email. */
export function isMailed(list: string): list is MailedReport {
  return (MAILED_REPORTS as readonly string[]).includes(list);
}

/** Returns the view of a list, without the page and the days. The period is the mailing's. */
export function queryToMail(search: URLSearchParams): string {
  const query = new URLSearchParams(search);
  for (const name of ['page', 'from', 'to', 'show', 'operation', 'document', 'invoice', 'year'])
    query.delete(name);
  return query.toString();
}
