import { expect, test } from 'vitest';
import { REQUEST_STATUS, REQUEST_STATUS_TITLE } from '#contract/ids.ts';
import { describeStatus } from './request-labels.ts';

const APPROVED = { id: REQUEST_STATUS.approved, title: REQUEST_STATUS_TITLE[REQUEST_STATUS.approved] };

test.each([
  [null, { title: 'Заявка одобрена, карты выпускаются', tone: 'wait' }],
  ['Газпромнефть: Сеть отказала', { title: 'Выпуск карт остановился', tone: 'stop' }],
])('an approved request with the problem %j is not shown as one on its way', (problem, shown) => {
  expect(describeStatus({ status: APPROVED, issue_problem: problem })).toEqual(shown);
});
