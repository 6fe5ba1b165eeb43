import type { Role } from '#contract/access.ts';

/** A person of a company, as the company sees its people. */
export interface ColleagueRecord {
  id: number;
  firstname: string | null;
  lastname: string | null;
  phone: string;
  role: Role;
}
