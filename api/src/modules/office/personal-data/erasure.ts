export interface PersonToErase {
  id: number;
  phone: string;
  firstname: string | null;
  lastname: string | null;
  role: string;
  companyId: number | null;
  isStaff: boolean;
  /** No other admin in his company. */
  isAlone: boolean;
  /** An order of his is neither issued nor rejected. */
  hasOrder: boolean;
  erasedAt: Date | null;
}

export interface ErasureRequest extends PersonToErase {
  requestId: number;
  askedAt: Date;
  company: { id: number; inn: string; title: string } | null;
}

/** Why this person can't be erased now; null: nothing stands against it. */
export function obstacleTo(person: PersonToErase): string | null {
  if (person.erasedAt) return 'Данные этого человека уже удалены';
  if (person.isStaff) return 'Сначала нужно выйти из сотрудников программы';
  if (person.companyId !== null && person.role === 'admin' && person.isAlone)
    return 'Единственный администратор компании: сначала нужно дать эту роль другому сотруднику';
  if (person.hasOrder) return 'Заявка на карты ещё в работе: сначала её нужно завершить';
  return null;
}
