/** Why the programme has stopped a company's money and cards. */
export interface CompanyBlock {
  since: Date;
  reason: string;
  /** The member of staff; null only where he is not known. */
  byId: number | null;
}
