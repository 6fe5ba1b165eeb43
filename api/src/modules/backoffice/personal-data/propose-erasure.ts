import { maskPhone } from '#contract/values/phone.ts';
import type { erasePerson } from '#contract/identity/personal-data.ts';
import { conflict, notFound } from '../../../errors.ts';
import type { TwoPeopleRule } from '../../identity/approvals/approvals.ts';
import { findErasureObstacle, findPersonToErase } from './erasures.ts';
import type { Call } from '../../../http/call.ts';

/**
 * Erasure can't be undone, so it always takes two people. The proposal outlives the person, so it does not contain the
 * name.
 */
export const proposeErasure: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof erasePerson>;
  const person = await findPersonToErase(ctx.db.system, params.id);
  if (!person) throw notFound('Такого человека нет');
  const obstacle = findErasureObstacle(person);
  if (obstacle !== null) throw conflict(obstacle);
  return {
    title: 'Удалить данные человека',
    ...(person.companyId !== null && { companyId: person.companyId }),
    details: [
      { title: 'Кого', value: `№ ${person.id}, телефон ${maskPhone(person.phone)}` },
      { title: 'Основание', value: body.reason },
    ],
  };
};
