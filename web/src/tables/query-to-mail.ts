import { MAILED_REPORTS, type MailedReport } from '#contract/mailings.ts';

/** Whether a list or report can come by mail. */
export function isMailed(list: string): list is MailedReport {
  return (MAILED_REPORTS as readonly string[]).includes(list);
}

/** How a list is looked at, without where somebody has stopped reading and for which days: the period is the mailing's. */
export function queryToMail(search: URLSearchParams): string {
  const query = new URLSearchParams(search);
  for (const name of ['page', 'from', 'to', 'show', 'document', 'invoice', 'year']) query.delete(name);
  return query.toString();
}
