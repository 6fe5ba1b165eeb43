import type { Contacts } from '#contract/contacts.ts';
import { SUPPORT_HOURS } from '#contract/limits.ts';
import type { Operator } from '../../../operator.ts';

/** Contacts as the operator's file has them: they count until staff write others. */
export function contactsOfFile({ phone, email, chatUrl, requisites }: Operator): Contacts {
  return { phone, email, chatUrl, supportHours: SUPPORT_HOURS, address: requisites.address };
}
