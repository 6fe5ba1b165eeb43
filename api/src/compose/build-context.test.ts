import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
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

async function contextOf(env: NodeJS.ProcessEnv) {
  const ctx = buildContext(readConfig(env), { databaseUrl: 'postgres://127.0.0.1:1/none', simulated: null });
  await ctx.db.close();
  return ctx;
}

test('a production start without Diadoc has no operator of documents that could be asked', async () => {
  const { edmOperator: none } = await contextOf(PRODUCTION);
  expect(none.provider).toBe('none');
  const invited = none.invite({ inn: '5047123455', kpp: null, title: 'ООО', message: '' });
  await expect(invited).rejects.toThrow(EdmUnavailable);
  expect((await contextOf({})).edmOperator.provider).toBe('embedded');
});

test('a production start counts tenders only where a board was named, the demonstration always', async () => {
  expect((await contextOf(PRODUCTION)).tenderBoard).toBeNull();
  const named = { ...PRODUCTION, TENDERS_URL: 'https://board.example/count' };
  expect((await contextOf(named)).tenderBoard).not.toBeNull();
  expect((await contextOf({})).tenderBoard).not.toBeNull();
});
