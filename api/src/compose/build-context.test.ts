import { expect, test } from 'vitest';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import type { SimulatedNetworks } from '../gateways/fuel-network/simulator/start-simulated-networks.ts';
import { readConfig } from '../config/config.ts';
import { buildContext } from './build-context.ts';
import { EdmUnavailable } from '../gateways/edm-operator/edm-operator.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  SMS_PROVIDER: 'exolve',
  SMS_SECRET: 's',
  DADATA_TOKEN: 't',
  MAIL_PROVIDER: 'smtp',
  SMTP_URL: 'smtps://mail.example.ru',
  MAIL_FROM: 'no-reply@example.ru',
  PUBLIC_URL: 'https://cards.example.ru',
};

async function makeContext(env: NodeJS.ProcessEnv) {
  const ctx = buildContext(readConfig(env), { databaseUrl: 'postgres://127.0.0.1:1/none', simulated: null });
  await ctx.db.close();
  return ctx;
}

test('a production start without Diadoc has no document operator to call', async () => {
  const { edmOperator: none } = await makeContext(PRODUCTION);
  expect(none.provider).toBe('none');
  const invited = none.invite({ inn: '5047123455', kpp: null, title: 'ООО', message: '' });
  await expect(invited).rejects.toThrow(EdmUnavailable);
  expect((await makeContext({})).edmOperator.provider).toBe('embedded');
});

test('a sandbox card reaches only the simulated network, whatever is configured', async () => {
  const requested: number[] = [];
  const sandboxes = {
    apiKey: 'k',
    baseUrl(partnerId: number) {
      requested.push(partnerId);
      return 'http://127.0.0.1:1';
    },
  } as SimulatedNetworks;
  const env = {
    ...PRODUCTION,
    NETWORK_2: 'neutral',
    NETWORK_2_URL: 'https://real.example',
    NETWORK_2_API_KEY: 'real',
  };
  const given = { databaseUrl: PRODUCTION.DATABASE_URL, simulated: null, sandboxes };
  const ctx = buildContext(readConfig(env), given);
  expect(ctx.getNetwork(2).partnerId).toBe(2);
  expect(requested).toEqual([]);
  expect(ctx.getNetwork(SANDBOX_NETWORK).partnerId).toBe(SANDBOX_NETWORK);
  expect(requested).toEqual([SANDBOX_NETWORK]);
  expect(() => ctx.getNetwork(1)).toThrow('Сеть 1 не подключена');
  expect(ctx.networkIds()).toEqual([2]);
  await ctx.db.close();
});

test('production counts tenders only for a configured board, the demonstration always', async () => {
  expect((await makeContext(PRODUCTION)).tenderBoard).toBeNull();
  const named = { ...PRODUCTION, TENDERS_URL: 'https://board.example/count' };
  expect((await makeContext(named)).tenderBoard).not.toBeNull();
  expect((await makeContext({})).tenderBoard).not.toBeNull();
});
