import type { ApprovalSubject } from '#contract/approvals.ts';
import type { CallInput } from '../../../http/second-person.ts';

/** The subject of each call that needs two people, by the call's name. */
export const SUBJECTS: Readonly<Record<string, ApprovalSubject>> = {
  addNetwork: 'network',
  allowPhoneChange: 'phone-change',
  appointAdmin: 'client',
  assignPayment: 'payment',
  blockClient: 'client',
  bookAdvanceReturn: 'advance-return',
  changeMemberRole: 'member',
  changeNetwork: 'network',
  closeMonth: 'month',
  closeOrphan: 'sale',
  correctDocument: 'document',
  correctPayment: 'payment',
  createTariff: 'tariff',
  endTariff: 'tariff',
  erasePerson: 'person',
  inviteMember: 'member',
  publishTerms: 'terms',
  removeFactors: 'person',
  removeMember: 'member',
  reopenAdvanceReturn: 'advance-return',
  setApprovalLimit: 'limit',
  setCredit: 'client',
  settleMovement: 'movement',
  unblockClient: 'client',
  withdrawDocument: 'document',
};

/** Returns what a proposal is about; the id is null where the call's path names none. */
export function makeSubject(deed: string, input: CallInput): { kind: ApprovalSubject; id: number | null } {
  const kind = SUBJECTS[deed];
  if (kind === undefined) throw new Error(`${deed} has no subject`);
  const { id } = input.params as { id?: string };
  return { kind, id: id === undefined ? null : Number(id) };
}

/** Returns the calls that are about such a thing. */
export function actionsAbout(subject: ApprovalSubject): string[] {
  return Object.entries(SUBJECTS).flatMap(([name, kind]) => (kind === subject ? [name] : []));
}
