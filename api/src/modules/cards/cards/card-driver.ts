export interface CardDriver {
  id: number;
  name: string;
  surname: string;
  patronymic: string | null;
  phone: string | null;
}
