import type { PartnerId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { AccountPlace } from '../../money/ledger/account.ts';
import { postUnderLock } from '../../money/posting/post-under-lock.ts';
import { openUnseenAccounts } from './hold-accounts.ts';

interface HeldFuel {
  id: number;
  companyId: number;
  partnerId: PartnerId;
  cardId: number;
  held: Kopecks;
}

/** Accounts of a hold: from the card, to the company's money on hold at its network. */
function holdPlaces({ companyId, cardId, partnerId }: HeldFuel): Record<'card' | 'hold', AccountPlace> {
  return { card: { companyId, kind: 'card', cardId }, hold: { companyId, kind: 'hold', partnerId } };
}

/** Puts money of cards on hold. The caller has locked the money; throws when a card has less. */
export async function holdMoney(ctx: Context, tx: Db, now: Date, fuels: readonly HeldFuel[]): Promise<void> {
  if (fuels.length === 0) return;
  await openUnseenAccounts(ctx, tx, fuels);
  await postUnderLock(tx, now, {
    needs: { places: fuels.flatMap((fuel) => Object.values(holdPlaces(fuel))) },
    decide: (books) => {
      const movements = fuels.map((fuel) => {
        const { card, hold } = holdPlaces(fuel);
        const requestId = `authorisation:${fuel.id}:hold`;
        const subject = { kind: 'authorisation', id: fuel.id } as const;
        return { requestId, kind: 'hold-fuel', from: card, to: hold, amount: fuel.held, subject } as const;
      });
      if (!books.post(movements).ok) throw new Error('money for a filling can’t be put on hold');
    },
  });
}

/** Gives back what open authorisations hold, the whole of it. The caller has locked the money. */
export async function freeHolds(tx: Db, now: Date, ended: readonly HeldFuel[]): Promise<void> {
  const held = ended.filter((fuel) => fuel.held > 0);
  if (held.length === 0) return;
  await postUnderLock(tx, now, {
    needs: { places: held.flatMap((fuel) => Object.values(holdPlaces(fuel))) },
    decide: (books) => {
      const movements = held.map((fuel) => {
        const { card, hold } = holdPlaces(fuel);
        const requestId = `authorisation:${fuel.id}:release`;
        const subject = { kind: 'authorisation', id: fuel.id } as const;
        return { requestId, kind: 'release-fuel', from: hold, to: card, amount: fuel.held, subject } as const;
      });
      if (!books.post(movements).ok) throw new Error('money on hold can’t be given back');
    },
  });
}
