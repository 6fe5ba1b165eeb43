import type { z } from 'zod';
import type { KeyState, companyKey } from '#contract/keys.ts';
import type { StatusTone } from '../../ui/StatusLabel.tsx';

export type CompanyKey = z.output<typeof companyKey>;

export const KEY_STATE: Record<KeyState, { word: string; tone: StatusTone }> = {
  active: { word: 'Действует', tone: 'go' },
  expired: { word: 'Срок истёк', tone: 'neutral' },
  revoked: { word: 'Отозван', tone: 'stop' },
  ownerless: { word: 'Не действует: автор больше не админ', tone: 'locked' },
};
