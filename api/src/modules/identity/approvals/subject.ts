import type { ApprovalSubject } from '#contract/identity/approvals.ts';
import type { Approval, SubjectKey } from './approvals.ts';

/** The subject of each call that needs two people, by the call's name. */
export const SUBJECTS: Readonly<Record<string, ApprovalSubject>> = {
  acceptDispute: 'dispute',
  addNetwork: 'network',
  allowPhoneChange: 'phone-change',
  appointAdmin: 'client',
  assignPayment: 'payment',
  bookNetworkRefund: 'payment',
  undoNetworkRefund: 'payment',
  blockClient: 'client',
  bookAdvanceReturn: 'advance-return',
  changeMemberRole: 'member',
  changeNetwork: 'network',
  changeProgramme: 'programme',
  closeMonth: 'month',
  closeOrphan: 'sale',
  correctBalance: 'client',
  correctDocument: 'document',
  correctPayment: 'payment',
  createPurchaseTerm: 'purchase-term',
  createTariff: 'tariff',
  endPurchaseTerm: 'purchase-term',
  endTariff: 'tariff',
  erasePerson: 'person',
  inviteMember: 'member',
  publishTerms: 'terms',
  removeFactors: 'person',
  removeMember: 'member',
  reopenAdvanceReturn: 'advance-return',
  setApprovalLimit: 'limit',
  setCardLogistics: 'programme',
  setCredit: 'client',
  settleMovement: 'movement',
  switchDunningRuleOn: 'debt-rule',
  unblockClient: 'client',
  withdrawDocument: 'document',
};

/** Returns what a proposal is about; the id is null where the call's path names none. */
export function makeSubject({ action, input, subjectKey }: Approval): {
  kind: ApprovalSubject;
  id: number | null;
  key: SubjectKey;
} {
  const kind = SUBJECTS[action];
  if (kind === undefined) throw new Error(`${action} has no subject`);
  const params = input.params as Record<string, string>;
  return { kind, id: params.id === undefined ? null : Number(params.id), key: subjectKey ?? params };
}

/** Returns the calls that are about such a thing. */
export function actionsAbout(subject: ApprovalSubject): string[] {
  return Object.entries(SUBJECTS).flatMap(([name, kind]) => (kind === subject ? [name] : []));
}
