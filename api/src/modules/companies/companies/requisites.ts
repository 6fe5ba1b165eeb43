/** What the register says of a company, as it is kept with each reading. */
export interface Requisites {
  title: string;
  legalForm: string;
  kpp: string | null;
  ogrn: string | null;
  city: string;
  street: string;
  house: string;
}

/** A reading from the register: what stood here before it, and what stands since. */
export interface RequisitesReading {
  readAt: Date;
  by: string;
  before: Requisites;
  after: Requisites;
}
