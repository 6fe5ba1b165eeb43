import { enterCompany as enterCompanyCall, listCompanies } from '#contract/companies/own-companies.ts';
import { call } from '../server/client.ts';
import { logFailure } from '../server/report-failure.ts';
import { showCompany } from '../server/session.ts';
import { paths } from '../paths.ts';
import { forgetObjectionDrafts } from './objection-draft.ts';
import { leaveDraft, moveDraft } from './order-draft.ts';
import { recheckProfile } from './refresh-profile.ts';

/**
 * Makes this tab act for another of the user's companies, and opens its cabinet, or a page of it. Other tabs stay where they are.
 * The tab forgets its objections of the company before. What the browser stores for each company stays until the sign-out.
 */
export async function enterCompany(id: number, to: string = paths.cabinet): Promise<void> {
  const { data } = await call(enterCompanyCall, { params: { id } });
  forgetObjectionDrafts();
  leaveDraft(() => showCompany(data));
  await openActingCompany(to);
}

/** Opens the cabinet of the company for which the tab acts now, or a page of it. */
export async function openActingCompany(to: string = paths.cabinet): Promise<void> {
  await recheckProfile();
  // The whole page is read anew, so that nothing of the company before stays in it.
  window.location.assign(to);
}

/**
 * Makes the tab act for the further company that the user has just ordered for; its page is read anew by the caller. Where
 * that fails the user stays in the company before: the order is made, and the choice of companies has the new one.
 */
export async function enterOrderedCompany(inn: string): Promise<void> {
  try {
    const { data } = await call(listCompanies);
    const ordered = data.find((company) => company.inn === inn);
    if (!ordered) return;
    await call(enterCompanyCall, { params: { id: ordered.id } });
    moveDraft(() => showCompany(ordered));
    await recheckProfile();
    forgetObjectionDrafts();
  } catch (error) {
    logFailure('the further company was not entered', error);
  }
}
