/** Something that a line of the log is about, or that one of its fields names. */
export interface Subject {
  kind: string;
  id: number | string;
}

/** Names that calls, jobs and events give to a subject, with its own name. */
const SAME_SUBJECT_AS: Readonly<Record<string, string>> = {
  'card-groups': 'groups',
  'vehicle-groups': 'groups',
  driverId: 'driver',
  person: 'user',
  people: 'user',
  mailingId: 'mailings',
  doc: 'document',
  'edm-documents': 'document',
  'unclear-movements': 'operation',
  'bank-payment': 'payment',
  'advance-returns': 'advance-return',
  'admin-proofs': 'admin-proof',
  'phone-changes': 'phone-change',
  tariffs: 'tariff',
  'purchase-terms': 'purchase-term',
  loads: 'station-load',
};

export function subjectKey({ kind, id }: Subject): string {
  return `${SAME_SUBJECT_AS[kind] ?? kind} ${id}`;
}
