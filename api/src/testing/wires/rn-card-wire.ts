import { serveNetwork, type FakeNetwork } from './fake-network.ts';

export interface RnCardMemory {
  /** `00` is active. */
  cards: Map<string, { SCode: string; wallet: { Val: number; CurValue: number } | null }>;
  operations: Record<string, unknown>[];
  /** The contract's money in rubles. Fuel reduces it, a wallet does not. */
  contract: number;
}

/** Serves РН-Карт as its clients know it: password in a header, forms, limits as wallets, operations by date. */
export async function serveRnCard(): Promise<FakeNetwork & { memory: RnCardMemory }> {
  const memory: RnCardMemory = { cards: new Map(), operations: [], contract: 1_000_000 };
  const fakeServer = await serveNetwork((path, fields, { headers }) => {
    const password = Buffer.from(String(headers['rncard-identity-account-pass'] ?? ''), 'base64').toString();
    if (password !== 'пароль' || fields.get('u') !== 'fleet' || fields.get('contract') !== 'ISS1')
      return { status: 401, body: { Message: 'Неверный пароль' } };
    const card = memory.cards.get(fields.get('Card') ?? fields.get('card') ?? '');
    switch (path.split('/').at(-1)) {
      case 'GetCardsByContract':
        return { body: [...memory.cards].map(([Num, { SCode }]) => ({ Num, SCode, SName: 'x' })) };
      case 'GetAllLimiters':
        return { body: limiters(memory, fields.get('card')) };
      case 'GetOperByContract':
        return { body: { OperationList: operations(memory, fields) } };
      case 'GetOperByCard':
        return { body: { OperationList: operations(memory, fields, fields.get('card')) } };
      case 'GetContractBalance':
        return { body: { Balance: memory.contract.toFixed(2), CreditLimit: 0, Available: memory.contract } };
      case 'BlockingCard':
      case 'UnblockingCard':
        if (!card) return { status: 400, body: { Message: 'Карта не найдена' } };
        card.SCode = path.endsWith('/BlockingCard') ? '04' : '00';
        return { body: { Result: 'OK' } };
      case 'CreateCardLimit':
        if (!card || card.wallet) return { status: 400, body: 'Лимит уже задан' };
        card.wallet = { Val: Number(fields.get('Val')), CurValue: Number(fields.get('Val')) };
        return { body: { LimitCode: 'L1' } };
      case 'EditCardLimit':
        if (!card?.wallet) return { status: 400, body: { Message: 'Лимит не найден' } };
        card.wallet = { Val: Number(fields.get('Val')), CurValue: Number(fields.get('CurValue')) };
        return { body: { Result: 'OK' } };
      default:
        return { status: 404, body: '' };
    }
  });
  return { ...fakeServer, memory };
}

/** Returns the environment of a portal whose first partner is this fake. */
export function rnCardEnv({ url }: FakeNetwork): Record<string, string> {
  return {
    NETWORK_1: 'rn-card',
    NETWORK_1_URL: url,
    NETWORK_1_LOGIN: 'fleet',
    NETWORK_1_PASSWORD: 'пароль',
    NETWORK_1_CONTRACT: 'ISS1',
  };
}

function limiters({ cards }: RnCardMemory, args: string | null) {
  return [...cards].flatMap(([Card, { wallet }]) => {
    if (!wallet || (args && args !== Card)) return [];
    const Limit = { Code: 'L1', GFlag: 'A', GCat: '', GCode: '', Prd: 'N', Currency: 'C' };
    // This service sometimes sends numbers as text.
    return [{ Card, Limits: [{ ...Limit, Val: String(wallet.Val), CurValue: wallet.CurValue }] }];
  });
}

function operations({ operations: all }: RnCardMemory, fields: URLSearchParams, card: string | null = null) {
  const [begin, end] = [fields.get('begin') ?? '', fields.get('end') ?? ''];
  const ours = card === null ? all : all.filter((item) => item.Card === card);
  return ours.filter(({ Date }) => String(Date) >= begin && String(Date) <= end);
}
