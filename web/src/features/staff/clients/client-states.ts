import type { z } from 'zod';
import type { client, ClientState } from '#contract/companies/clients.ts';
import type { StatusTone } from '../../../ui/text/StatusLabel.tsx';

export type Client = z.infer<typeof client>;

export const STATE_TITLE: Readonly<Record<ClientState, string>> = {
  active: 'Работает',
  blocked: 'Заблокирован',
  joining: 'Подключается',
};

export const STATE_TONE: Readonly<Record<ClientState, StatusTone>> = {
  active: 'go',
  blocked: 'locked',
  joining: 'wait',
};

/** States as the filter of the list names them. */
export const STATE_FILTER = [
  { value: 'late', label: 'С просрочкой' },
  { value: 'blocked', label: 'Заблокированные' },
  { value: 'joining', label: 'Подключаются' },
  { value: 'active', label: 'Работают' },
];

export const IDLE_FILTER = ['7', '30', '90', '180'].map((value) => ({
  value,
  label: `${value} дней и дольше`,
}));

export const BALANCE_FILTER = [
  { value: '100000', label: 'От 100 000 ₽' },
  { value: '500000', label: 'От 500 000 ₽' },
  { value: '1000000', label: 'От 1 000 000 ₽' },
].map((item) => ({ ...item, label: item.label.replaceAll(' ', '\u00a0') }));
