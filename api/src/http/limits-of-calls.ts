import type { Config } from '../config.ts';

/** Limit of a company's calls in one day, and the text shown when it is used up. */
export interface LimitOfDay {
  most: number;
  sentence: string;
}

/**
 * The calls that have a limit a day and company, by name, beside their handlers: what a stolen session or a broken
 * program could do without end. `bind` counts them.
 */
export function limitOfDay(call: string, { perDay }: Config): LimitOfDay | null {
  if (call === 'inviteColleague')
    return {
      most: perDay.invitations,
      sentence: `За сутки компания может пригласить не больше ${perDay.invitations} человек`,
    };
  if (call === 'saveAct')
    return { most: perDay.acts, sentence: `За сутки можно загрузить не больше ${perDay.acts} актов` };
  return null;
}
