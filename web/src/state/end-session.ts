import { forgetLastAnswers } from './last-answers.ts';
import { clearMaintenance } from './maintenance.ts';
import { forgetObjectionDrafts } from './objection-draft.ts';
import { clearDrafts } from './order-draft.ts';
import { clearOpened } from './recently-opened.ts';
import { forgetWorkingSet } from './working-set.ts';
import { clearSession } from '../server/session.ts';
import { queryClient } from './use-call.ts';

/** Removes the session and everything that was read in it from the device. */
export function endSession(): void {
  clearSession();
  clearDrafts();
  clearMaintenance();
  clearOpened();
  forgetLastAnswers();
  forgetObjectionDrafts();
  forgetWorkingSet();
  queryClient.clear();
}
