import type { Clock } from '../../lib/clock.ts';
import type { CommandJournal } from './command-journal.ts';
import type { PartnerId } from '#contract/ids.ts';
import type { ReportUnreadable } from './log-unreadable-cards.ts';

/** Connection to a partner's network. Addresses have no slash at the end. */
export type NetworkConfig =
  | { provider: 'neutral'; url: string; apiKey: string }
  | { provider: 'rn-card'; url: string; login: string; password: string; contract: string }
  | {
      provider: 'opti24';
      url: string;
      login: string;
      password: string;
      apiKey: string;
      contract: string;
      /** Address where ordered cards are fetched. Null: the programme's staff order them by hand. */
      office: string | null;
    };

export interface NetworkSetting {
  partnerId: PartnerId;
  journal: CommandJournal;
  clock: Clock;
  timeLimitMs?: number;
  report?: ReportUnreadable;
}
