import { fieldRefusal } from '../../../errors.ts';
import type { PhoneOwner } from './colleague-store.ts';

/** Refuses a user who can't become the admin of this client. */
export function requirePhoneOwner(owner: PhoneOwner | null): PhoneOwner {
  if (!owner) throw fieldRefusal('phone', 'Человек с этим телефоном ещё не входил на портал');
  if (owner.isStaff) throw fieldRefusal('phone', 'Сотрудник программы не может представлять клиента');
  return owner;
}
