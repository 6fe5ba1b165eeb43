export interface UserRecord {
  id: number;
  phone: string;
  firstname: string | null;
  email: string | null;
  /** Of the programme's own staff. */
  isStaff: boolean;
}

export interface Person {
  phone: string;
  firstname: string | null;
  lastname: string | null;
  email: string | null;
  /** Null: nobody has shown yet that letters to `email` arrive. */
  emailConfirmedAt: Date | null;
}
