import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, type Refusal } from '../../../errors.ts';
import { doOnce, type RequestKey } from '../../../http/request-key.ts';
import { formatDateShort, formatRubles } from '../../../lib/money-format.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { postUnderLock } from '../posting/post-under-lock.ts';
import { markDecided } from './advance-return-store.ts';
import type { AdvanceReturn } from './advance-return.ts';
import { bankPlaces } from './bank-places.ts';
import { isReturnBookedElsewhere } from './look-alike-store.ts';
import { takeTurn } from './payment-store.ts';
import { requireReturn, requireWaitingReturn } from './require-return.ts';

export interface BookedReturn {
  returnId: number;
  staffId: number;
  ip: string;
  requestKey: RequestKey | null;
}

/**
 * Books, by a person's decision, what the programme has paid back to a client: it leaves the client's unallocated
 * funds. Refuses: 404 no such return; 409 it is decided already, the same order is booked from another statement, or
 * the client has less money of their own there.
 */
export async function bookAdvanceReturn(ctx: Context, said: BookedReturn): Promise<AdvanceReturn> {
  const { returnId, staffId, ip, requestKey } = said;
  await ctx.db.inSystem((tx) =>
    doOnce(tx, requestKey, ctx.clock.now(), async () => {
      await takeTurn(tx);
      const found = await requireWaitingReturn(tx, returnId);
      if (await isReturnBookedElsewhere(tx, returnId)) throw bookedElsewhere(found);
      await lockMoney(tx, [found.company.id]);
      const now = ctx.clock.now();
      await returnAdvance(tx, now, found);
      await markDecided(tx, { id: returnId, state: 'booked', reason: null, staffId, now });
      await recordEvent(tx, {
        at: now,
        what: 'advance-return-booked',
        userId: staffId,
        companyId: found.company.id,
        ip,
        details: { returnId, sumKopecks: found.sum },
      });
      return { returnId };
    }),
  );
  return requireReturn(ctx.db.system, returnId);
}

/** Only the client's own money is paid back. The account's floor would allow the credit to be paid out as well. */
async function returnAdvance(tx: Db, now: Date, found: AdvanceReturn): Promise<void> {
  const { id, key, company, sum, reopenings } = found;
  const { bank, unallocated } = bankPlaces(company.id);
  await postUnderLock(tx, now, [bank, unallocated], (books) => {
    const own = Math.max(0, books.account(unallocated).balance);
    if (own < sum) throw tooMuch(found, own);
    const posting = books.post([
      {
        requestId: returnRequestId(key, reopenings.length),
        kind: 'return-advance',
        from: unallocated,
        to: bank,
        amount: sum,
        subject: { kind: 'advance-return', id },
      },
    ]);
    if (!posting.ok) throw new Error(`return ${id} was refused by the floor`);
  });
}

/** Something that was booked by mistake and taken back can be booked again. */
function returnRequestId(key: string, reopenings: number): string {
  return reopenings === 0 ? `bank:${key}:return` : `bank:${key}:return:again:${reopenings}`;
}

function bookedElsewhere({ number, datedOn, sum }: AdvanceReturn): Refusal {
  return conflict(
    `Документ № ${number} от ${formatDateShort(datedOn)} на ${formatRubles(sum)} этому получателю уже списан: ` +
      'другая выписка записала его иначе. Отметьте эту строку «Не возврат аванса»',
  );
}

function tooMuch({ company, sum }: AdvanceReturn, own: number): Refusal {
  return conflict(
    `${company.title}: своих нераспределённых средств ${formatRubles(own)}, списать ${formatRubles(sum)} нельзя. ` +
      'Кредит авансом не возвращают, а деньги с карт и счетов сетей компания сначала переводит обратно',
  );
}
