import type { TakenTry } from './sms-code-store.ts';

/** A code that could confirm a deed of its user, if it has tries left. */
export interface WaitingCode extends TakenTry {
  user_id: number;
  purpose: string | null;
  subject: string | null;
  sum_kopecks: number | null;
  used: boolean;
}
