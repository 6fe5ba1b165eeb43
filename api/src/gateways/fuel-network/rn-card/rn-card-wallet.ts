import { z } from 'zod';
import { readRecords, type Records } from '../read-records.ts';
import { decimal, identifier, toKopecks, toWireRubles } from '../wire-values.ts';
import type { RnCardCaller } from './rn-card-caller.ts';

/**
 * A card's money at РН-Карт, which stores money on the contract. The card's money is represented there by a limit that
 * never renews (`Prd` N), in rubles (`Currency` C), for everything (`GFlag` A). Its value is everything ever moved to
 * the card minus everything moved from it, and the limit's remainder is the card's balance (docs/decisions/0015).
 */
export interface Wallet {
  /** Code of the limit. Null means that the card has none yet. */
  code: string | null;
  valueKopecks: number;
  leftKopecks: number;
}

export const NO_WALLET: Wallet = { code: null, valueKopecks: 0, leftKopecks: 0 };

const KIND = { GFlag: 'A', GCode: '', Prd: 'N', Currency: 'C' };

const limiterShape = z.object({
  Card: identifier,
  Limits: z
    .array(
      z.object({
        Code: identifier,
        GFlag: z.string(),
        Prd: z.string(),
        Currency: z.string(),
        Val: decimal,
        CurValue: decimal,
      }),
    )
    .nullish(),
});

export interface CardWallet {
  card: string;
  wallet: Wallet;
}

/** Returns the wallets of all cards, or of one if it is named. */
export async function readWallets(caller: RnCardCaller, card?: string): Promise<Records<CardWallet>> {
  const flags = { flagLimits: 'Y', flagGoodsRestrictions: 'N', flagRegionRestrictions: 'N', flagCard: 'Y' };
  const query = card ? { ...flags, flagContract: 'N', card } : { ...flags, flagContract: 'Y' };
  const input = await caller.read('v2/GetAllLimiters', query, z.array(z.unknown()));
  const wallets = readRecords(input, 'Card', (item) => toCardWallet(limiterShape.parse(item)));
  await caller.report(wallets.unreadable, { list: 'purses', covers: card ? [card] : 'all' });
  return wallets;
}

function toCardWallet({ Card, Limits }: z.output<typeof limiterShape>): CardWallet {
  const limit = Limits?.find((item) => item.GFlag === 'A' && item.Prd === 'N' && item.Currency === 'C');
  if (!limit) return { card: Card, wallet: NO_WALLET };
  const [valueKopecks, leftKopecks] = [toKopecks(limit.Val), toKopecks(limit.CurValue)];
  return { card: Card, wallet: { code: limit.Code, valueKopecks, leftKopecks } };
}

/**
 * Sets the wallet to sums that were computed from what was read. Fuel bought between reading and writing is then given
 * back to the card, so a repeat is never harmless.
 */
export async function writeWallet(
  caller: RnCardCaller,
  about: { card: string; before: Wallet; changeKopecks: number; requestId: string },
): Promise<void> {
  const { card, before, changeKopecks, requestId } = about;
  const Val = toWireRubles(before.valueKopecks + changeKopecks);
  if (before.code === null) {
    return caller.write('v1/CreateCardLimit', { Card: card, ...KIND, Val, request_id: requestId });
  }
  const CurValue = toWireRubles(before.leftKopecks + changeKopecks);
  return caller.write('v1/EditCardLimit', { Card: card, LimitCode: before.code, ...KIND, Val, CurValue });
}
