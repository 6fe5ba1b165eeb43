import { proposeTerms } from '../modules/companies/terms/propose-terms.ts';
import { proposeCorrection } from '../modules/money/bank/propose-correction.ts';
import { proposeCredit } from '../modules/money/transfers/propose-credit.ts';
import { proposeClosing } from '../modules/office/documents/propose-closing.ts';
import type { TwoPeopleRule } from '../modules/people/approvals/approval.ts';
import { proposeLimit } from '../modules/people/approvals/set-limit.ts';
import { proposeRemoval, proposeRole } from '../modules/people/members/propose-role.ts';
import { proposePhoneChange } from '../modules/people/phone-changes/allow-phone-change.ts';

/** When each call that declares `secondPerson` needs a second person, by the call's name in the contract. */
export const TWO_PEOPLE: Readonly<Record<string, TwoPeopleRule>> = {
  allowPhoneChange: proposePhoneChange,
  changeMemberRole: proposeRole,
  closeMonth: proposeClosing,
  correctPayment: proposeCorrection,
  publishTerms: proposeTerms,
  removeMember: proposeRemoval,
  setApprovalLimit: proposeLimit,
  setCredit: proposeCredit,
};
