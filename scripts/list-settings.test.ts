import { expect, test } from 'vitest';
import { findSettingFaults, readSettings, tableOf, withTable } from './list-settings.ts';

const SOURCE = `
  return {
    // PORT [3000]: where HTTP listens.
    port: wholeNumber(env, 'PORT', 3000, 0, 65535),
    // SMS_LOGIN, SMS_SENDER [empty]: of the provider.
    login: env.SMS_LOGIN ?? '',
    sender: env.SMS_SENDER ?? '',
  };`;

test('a setting is read and README has nothing of it, or has one that nobody reads', () => {
  expect(findSettingFaults(SOURCE)).toEqual([]);
  expect(findSettingFaults(`${SOURCE}\n const host = env.HOST;`)).toEqual([
    expect.stringMatching(/^HOST is read and not described/),
  ]);
  expect(findSettingFaults(`${SOURCE}\n // HOST [loopback]: the address there.`)).toEqual([
    expect.stringMatching(/^HOST is described and not read/),
  ]);
});

test('a default is changed in the code, and README tells the old one', () => {
  expect(findSettingFaults(SOURCE.replace('3000, 0', '8080, 0'))).toEqual([
    'PORT is 8080 by default, and its comment does not say so.',
  ]);
});

test('the settings of a network are named by its first one', () => {
  const source = "const url = webAddress(env, `${name}_URL`);\noneOf(env, `NETWORK_${id}`);\nkey('LOGIN');";
  const told = '// NETWORK_1, NETWORK_1_URL, NETWORK_1_LOGIN [none]: a network.\n';
  expect(findSettingFaults(told + source)).toEqual([]);
});

test('the table loses a setting, or the page what stands around it', () => {
  const table = tableOf(readSettings(SOURCE));
  expect(table.split('\n').slice(2)).toEqual([
    '| `PORT` | where HTTP listens | 3000 |',
    '| `SMS_LOGIN`, `SMS_SENDER` | of the provider | empty |',
  ]);
  const page =
    'before\n<!-- Made by `npm run settings` from the comments in api/src/config.ts. -->\nold\n<!-- The end of what is made. -->\nafter';
  const made = withTable(page, table);
  expect(made).toContain('`PORT`');
  expect(made).not.toContain('old');
  expect(withTable(made, table)).toBe(made);
  expect(made).toMatch(/^before\n[\s\S]*\nafter$/);
  expect(() => withTable('no place', table)).toThrow(/README\.md lacks/);
});
