import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const RN = { NETWORK_1_LOGIN: 'l', NETWORK_1_PASSWORD: 'p', NETWORK_1_CONTRACT: 'ISS1' };

test('a network is what the configuration names; without it nothing outside is called', () => {
  expect(readConfig({}).networks).toEqual({});
  expect(readConfig({ NETWORK_1: 'rn-card', ...RN }).networks).toEqual({
    1: {
      provider: 'rn-card',
      url: 'https://lkapi.rn-card.ru',
      login: 'l',
      password: 'p',
      contract: 'ISS1',
    },
  });
  const neutral = { NETWORK_3: 'neutral', NETWORK_3_URL: 'http://net/3/', NETWORK_3_API_KEY: 'k' };
  expect(readConfig(neutral).networks).toEqual({
    3: { provider: 'neutral', url: 'http://net/3', apiKey: 'k' },
  });
});

test('a half-named network stops the start with what is missing, and shows no secret', () => {
  expect(() => readConfig({ NETWORK_1: 'rn-card', NETWORK_1_PASSWORD: 'hush' })).toThrow(
    'NETWORK_1=rn-card needs NETWORK_1_LOGIN, NETWORK_1_CONTRACT as well.',
  );
  expect(() => readConfig({ NETWORK_2: 'opti24' })).toThrow(/NETWORK_2_API_KEY/);
  expect(() => readConfig({ NETWORK_4: 'lukoil' })).toThrow(/NETWORK_4=lukoil is not one of/);
  expect(() => readConfig({ NETWORK_3: 'neutral', NETWORK_3_API_KEY: 'k' })).toThrow(/NETWORK_3_URL/);
  expect(() => readConfig({ NETWORK_1: 'rn-card', ...RN, NETWORK_1_URL: 'lkapi' })).toThrow(/http/);
});
