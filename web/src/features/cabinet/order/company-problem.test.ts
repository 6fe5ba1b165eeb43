import { expect, test } from 'vitest';
import { CallFailed } from '../../../server/client.ts';
import { companyProblem } from './company-problem.ts';

test('§5.11 an unknown INN is answered with the specification’s text', () => {
  const failure = new CallFailed(400, 'нет компании с таким ИНН', { inn: ['нет компании с таким ИНН'] });
  expect(companyProblem(failure)).toEqual({
    message: 'Организации с таким ИНН не найдено',
    pointsToSettings: false,
  });
});

test('§5.10 §5.12 §8.4 any other refusal is the server’s own and points to the settings', () => {
  const failure = new CallFailed(400, 'общая', { inn: ['Компания с этим ИНН ликвидирована'] });
  expect(companyProblem(failure)).toEqual({
    message: 'Компания с этим ИНН ликвидирована',
    pointsToSettings: true,
  });
  expect(companyProblem(new CallFailed(503, 'Реестр не отвечает')).message).toBe('Реестр не отвечает');
});
