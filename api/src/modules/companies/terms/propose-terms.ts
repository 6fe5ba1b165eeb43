import type { publishTerms } from '#contract/backoffice/staff.ts';
import { formatDateLong, moscowDay } from '../../../lib/money-format.ts';
import { hashSha256Hex } from '../../../lib/secrets.ts';
import type { TwoPeopleRule } from '../../identity/approvals/approvals.ts';
import { findCurrentTerms } from './terms.ts';
import type { Call } from '../../../http/call.ts';

/** Length that is enough to recognise the text. */
const SHOWN_CHARACTERS = 400;

/** A new agreement closes the gate for every client: always by two people. */
export const proposeTerms: TwoPeopleRule = async (ctx, call) => {
  const { body } = call as unknown as Call<typeof publishTerms>;
  const current = await findCurrentTerms(ctx.db.system, ctx.clock.now());
  const beginning = body.text.slice(0, SHOWN_CHARACTERS).toWellFormed();
  return {
    title: 'Новая редакция рамочного соглашения',
    about: {},
    details: [
      { title: 'Действует', value: current ? `редакция № ${current.version}` : 'ни одной' },
      ...(body.begins
        ? [{ title: 'Начнёт действовать', value: formatDateLong(moscowDay(body.begins)) }]
        : []),
      { title: 'Начало текста', value: beginning.length < body.text.length ? `${beginning}…` : beginning },
      { title: 'Знаков', value: String(body.text.length) },
      { title: 'SHA-256', value: hashSha256Hex(body.text) },
    ],
  };
};
