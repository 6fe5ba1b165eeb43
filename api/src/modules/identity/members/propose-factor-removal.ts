import type { removeFactors } from '#contract/identity/recovery.ts';
import { formatPhone } from '#contract/values/phone.ts';
import { notFound } from '../../../errors.ts';
import type { TwoPeopleRule } from '../approvals/approvals.ts';
import { findPerson } from '../../messaging/users/users.ts';
import type { Call } from '../../../http/call.ts';

/** The second factor is what a thief of a phone lacks: it is taken away by two people only. */
export const proposeFactorRemoval: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof removeFactors>;
  const person = await findPerson(ctx.db.system, params.id);
  if (!person) throw notFound('Такого человека нет');
  const name = [person.firstname, person.lastname].filter(Boolean).join(' ');
  return {
    title: 'Снять второй фактор',
    details: [
      { title: 'С кого', value: `${name}, ${formatPhone(person.phone)}` },
      { title: 'Как проверено', value: body.reason },
    ],
  };
};
