import { proposeAdmin } from '../modules/companies/colleagues/propose-admin.ts';
import { proposeTerms } from '../modules/companies/terms/propose-terms.ts';
import { proposeDisputeRefund } from '../modules/fuel/disputes/dispute-decisions.ts';
import { proposeUnmatchedSaleClosing } from '../modules/fuel/sales/propose-unmatched-sale-closing.ts';
import { proposeSettling } from '../modules/fuel/settlement/propose-settling.ts';
import {
  proposeAssignment,
  proposeCorrection,
  proposeNetworkRefund,
  proposeNetworkRefundUndoing,
  proposeReturn,
  proposeReturnReopening,
} from '../modules/money/bank/proposals.ts';
import { proposeBalanceCorrection } from '../modules/money/corrections/propose-balance-correction.ts';
import { proposeCredit } from '../modules/money/transfers/credit.ts';
import { proposeCardLogistics } from '../modules/orders/shipments/propose-card-logistics.ts';
import { proposeBlock } from '../modules/backoffice/clients/propose-block.ts';
import { proposeRuleSwitch } from '../modules/backoffice/dunning/propose-switch.ts';
import { proposeUnblock } from '../modules/backoffice/clients/propose-unblock.ts';
import { proposeClosing } from '../modules/papers/documents/closing/propose-closing.ts';
import { proposeDocumentCorrection } from '../modules/papers/documents/corrections/corrections.ts';
import { proposeWithdrawal } from '../modules/papers/documents/corrections/propose-withdrawal.ts';
import { proposeErasure } from '../modules/backoffice/personal-data/propose-erasure.ts';
import type { TwoPeopleRule } from '../modules/identity/approvals/approvals.ts';
import { proposeLimit } from '../modules/identity/approvals/approval-limit.ts';
import { proposeInvitation, proposeRemoval, proposeRole } from '../modules/identity/members/propose-role.ts';
import { proposePhoneChange } from '../modules/identity/phone-changes/allow-phone-change.ts';
import { proposeFactorRemoval } from '../modules/identity/members/propose-factor-removal.ts';
import { proposeNetwork, proposeNetworkChange } from './propose-network.ts';
import { proposePurchaseTerm, proposePurchaseTermEnd } from './propose-purchase-term.ts';
import { proposeProgramme } from './propose-programme.ts';
import { proposeTariff, proposeTariffEnd } from './propose-tariff.ts';

/** Defines when each call that declares `secondPerson` needs a second person, by the call's name in the contract. */
export const TWO_PEOPLE: Readonly<Record<string, TwoPeopleRule>> = {
  acceptDispute: proposeDisputeRefund,
  addNetwork: proposeNetwork,
  allowPhoneChange: proposePhoneChange,
  appointAdmin: proposeAdmin,
  assignPayment: proposeAssignment,
  blockClient: proposeBlock,
  bookAdvanceReturn: proposeReturn,
  bookNetworkRefund: proposeNetworkRefund,
  changeNetwork: proposeNetworkChange,
  changeMemberRole: proposeRole,
  changeProgramme: proposeProgramme,
  closeMonth: proposeClosing,
  closeOrphan: proposeUnmatchedSaleClosing,
  correctBalance: proposeBalanceCorrection,
  correctDocument: proposeDocumentCorrection,
  correctPayment: proposeCorrection,
  createPurchaseTerm: proposePurchaseTerm,
  createTariff: proposeTariff,
  erasePerson: proposeErasure,
  endPurchaseTerm: proposePurchaseTermEnd,
  endTariff: proposeTariffEnd,
  inviteMember: proposeInvitation,
  publishTerms: proposeTerms,
  removeFactors: proposeFactorRemoval,
  removeMember: proposeRemoval,
  reopenAdvanceReturn: proposeReturnReopening,
  setApprovalLimit: proposeLimit,
  setCardLogistics: proposeCardLogistics,
  setCredit: proposeCredit,
  settleMovement: proposeSettling,
  switchDunningRuleOn: proposeRuleSwitch,
  unblockClient: proposeUnblock,
  undoNetworkRefund: proposeNetworkRefundUndoing,
  withdrawDocument: proposeWithdrawal,
};
