import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import { lockCard, type LockedCard } from './locked-card-store.ts';

/** Locks one of the company's cards until the transaction ends, and returns what was chosen for it last. 404. */
export async function lockOwnCard(tx: Db, scope: CompanyScope, cardId: number): Promise<LockedCard> {
  const card = await lockCard(tx, scope, cardId);
  if (!card) throw notFound('Карта не найдена');
  return card;
}
