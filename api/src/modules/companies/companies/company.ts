export interface CompanyRecord {
  id: number;
  inn: string;
  kpp: string | null;
  ogrn: string | null;
  title: string;
  legalForm: string;
  address: { city: string; street: string; house: string };
  /** Null: not in the programme. */
  clientSince: Date | null;
  termsAcceptedAt: Date | null;
}
