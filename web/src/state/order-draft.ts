import { useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { getDraftKey, type PartnerId } from '#contract/ids.ts';
import type { cardRequest, partner } from '#contract/orders/orders.ts';
import { forgetText, forgetTexts, storeText } from '../lib/store-text.ts';
import { getShownCompanyId } from '../server/session.ts';
import { newRequestKey } from '../server/client.ts';

export type CardRequest = z.infer<typeof cardRequest>;

/** Counts by the partner's key: `rn`, `gpn`, `third`, `other`, and of an added one `network-5`. */
export type Counts = Record<string, number>;

/** The order draft (spec section 3), stored between visits. */
export interface OrderDraft {
  /** The networks as they were offered. */
  partners: z.infer<typeof partner>[];
  inn: string;
  companyName: string;
  counts: Counts;
  /** The same for virtual cards, which need no delivery. */
  virtualCounts: Counts;
  /** Card, network and sum in rubles of a started transfer. After a reload its first step is filled in. */
  selectedCardId: number | null;
  selectedPartnerId: number | null;
  paymentAmount: number | null;
  step1Done: boolean;
  step2Done: boolean;
  step3Done: boolean;
  canEdit: boolean;
  createdOrder: boolean;
  createdAt: string | null;
  orderId: number | null;
  /** Names of the created order's networks, and the price of one of its cards in rubles. */
  partnerTitle: string;
  cardPrice: number | null;
  /** Set if the created order has been shown to the user. */
  userInformed: boolean;
  createdRequest: CardRequest | null;
  address: { city: string; street: string; house: string } | null;
  recipient: { firstname: string; lastname: string } | null;
  /** Content and key of the last request; null once the answer has arrived. */
  sent: { content: string; key: string } | null;
  /** The order is for a further company of a user who has one. */
  further: boolean;
}

/** Beginning of the keys under which the browser stores drafts: one for each company of a user with several. */
const KEYS = 'magistral.order';

const EMPTY: OrderDraft = {
  partners: [],
  inn: '',
  companyName: '',
  counts: { rn: 0, gpn: 0, third: 0, other: 0 },
  virtualCounts: {},
  selectedCardId: null,
  selectedPartnerId: null,
  paymentAmount: null,
  step1Done: false,
  step2Done: false,
  step3Done: false,
  canEdit: false,
  createdOrder: false,
  createdAt: null,
  orderId: null,
  partnerTitle: '',
  cardPrice: null,
  userInformed: false,
  createdRequest: null,
  address: null,
  recipient: null,
  sent: null,
  further: false,
};

const listeners = new Set<() => void>();
let current = load();

// Follows changes made in another tab: an old copy here would overwrite them.
window.addEventListener('storage', (event) => {
  if (event.key !== getKey() && event.key !== null) return;
  current = load();
  notifyListeners();
});

export function useDraft(): OrderDraft {
  return useSyncExternalStore(subscribe, readDraft);
}

export function readDraft(): OrderDraft {
  return current;
}

export function changeDraft(change: Partial<OrderDraft>): void {
  current = { ...current, ...change };
  storeText('localStorage', getKey(), JSON.stringify(current));
  notifyListeners();
}

export function clearDraft(): void {
  current = EMPTY;
  forgetText('localStorage', getKey());
  notifyListeners();
}

/** Forgets the drafts of all companies. */
export function clearDrafts(): void {
  clearDraft();
  forgetTexts('localStorage', KEYS);
}

/** Leaves the draft to the company before, while the tab goes over to another one, and shows that one's. */
export function leaveDraft(goOver: () => void): void {
  goOver();
  current = load();
  notifyListeners();
}

/** Takes the draft along while the tab goes over to another company. */
export function moveDraft(goOver: () => void): void {
  forgetText('localStorage', getKey());
  goOver();
  changeDraft({});
}

/**
 * Returns the draft after the server has answered a creation or an edit (spec section 4, "Order wizard"): all
 * quantities go back to 0. Null means an order that was created but can't be distinguished from the others, because its
 * answer was lost.
 */
export function draftAfterCreation(order: CardRequest | null): Partial<OrderDraft> {
  return {
    step2Done: true,
    step3Done: true,
    createdOrder: true,
    createdRequest: order,
    createdAt: order?.created_at ?? null,
    canEdit: order !== null,
    orderId: order?.id ?? null,
    partnerTitle: order?.partner_title ?? '',
    cardPrice: order?.card_price ?? null,
    userInformed: false,
    counts: EMPTY.counts,
    virtualCounts: EMPTY.virtualCounts,
    sent: null,
  };
}

/** The draft for editing an order: its own counts, delivery and recipient. */
export function draftForEditing(order: CardRequest): Partial<OrderDraft> {
  const getCounts = (isVirtual: boolean): Counts =>
    Object.fromEntries(
      order.items
        .filter((item) => (item.is_virtual ?? false) === isVirtual)
        .map((item) => [getDraftKey(item.partner_id), item.cards_cnt]),
    );
  return {
    step1Done: true,
    step2Done: false,
    step3Done: false,
    createdOrder: true,
    createdRequest: order,
    createdAt: order.created_at,
    canEdit: order.can_edit,
    orderId: order.id,
    partnerTitle: order.partner_title,
    cardPrice: order.card_price,
    counts: { ...EMPTY.counts, ...getCounts(false) },
    virtualCounts: getCounts(true),
    address: order.address,
    recipient: order.recipient,
  };
}

/** Returns whether an order is being edited, as opposed to created and only shown. */
export function isEditing(draft: OrderDraft): boolean {
  return draft.orderId !== null && draft.canEdit && !draft.step3Done;
}

/**
 * Returns the key under which the draft is sent. Sending the same order again is the same request (docs/calls.md 1),
 * even after a reload or with another code, because an order whose answer was lost must not be created twice.
 */
export function requestKeyOfDraft(): string {
  const { inn, counts, virtualCounts, address, recipient, sent } = current;
  const content = JSON.stringify([
    isEditing(current) ? current.orderId : null,
    inn,
    counts,
    virtualCounts,
    address,
    recipient,
  ]);
  if (sent?.content === content) return sent.key;
  const key = newRequestKey();
  changeDraft({ sent: { content, key } });
  return key;
}

/**
 * Resets the draft for «Заказать еще» and «Личный Кабинет». The reset of a new order clears only the rn and gpn counts.
 * The third network's count stays as it was (spec section 4, left so on purpose).
 */
export function resetForNewOrder(): void {
  const { counts } = current;
  current = { ...EMPTY, counts: { ...counts, rn: 0, gpn: 0 } };
  storeText('localStorage', getKey(), JSON.stringify(current));
  notifyListeners();
}

/** Starts an order for a further company, with an empty draft. */
export function startFurtherOrder(): void {
  changeDraft({ ...EMPTY, further: true });
}

/** Returns to orders for the company that acts. What was found for the further one must not stay in them. */
export function endFurtherOrder(): void {
  const { inn, companyName, address } = EMPTY;
  changeDraft({ further: false, inn, companyName, address });
}

export function getCount(draft: OrderDraft, partnerId: PartnerId, isVirtual = false): number {
  return (isVirtual ? draft.virtualCounts : draft.counts)[getDraftKey(partnerId)] ?? 0;
}

/** Another tab may prepare an order of another company. */
function getKey(): string {
  const companyId = getShownCompanyId();
  return companyId === null ? KEYS : `${KEYS}.${companyId}`;
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function load(): OrderDraft {
  try {
    const text = localStorage.getItem(getKey());
    return text ? { ...EMPTY, ...(JSON.parse(text) as Partial<OrderDraft>) } : EMPTY;
  } catch {
    return EMPTY;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
