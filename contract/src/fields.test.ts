import { expect, test } from 'vitest';
import { z } from 'zod';
import { allCalls } from './calls.ts';
import { absentWhenEmpty, beginning, requiredText } from './fields.ts';

/** Fields that may be sent as an object: a group, a day with its time, and the messages of a staged failure. */
const GROUPS = /^(address|recipient|winter|begins|from|to|until|expires_at|error_messages)$/;

test('a group of blank fields counts as not sent', () => {
  const group = absentWhenEmpty(z.object({ city: requiredText(100), house: requiredText(10) }));
  for (const blank of [{}, { city: '', house: ' ' }, { city: null }, '', null, undefined])
    expect(group.parse(blank)).toBeUndefined();
  expect(absentWhenEmpty(beginning).parse({ date: '', time: '' })).toBeUndefined();
});

test('an empty object is a mistake in every optional field of a single value', () => {
  const optional = allCalls.flatMap(({ name: call, body, query }) =>
    [body, query].flatMap((part) =>
      part instanceof z.ZodObject
        ? Object.entries(part.shape as Record<string, z.ZodType>)
            .filter(([, field]) => field.safeParse(undefined).success)
            .map(([name, field]) => ({ at: `${call} ${name}`, name, field }))
        : [],
    ),
  );
  expect(optional.length).toBeGreaterThan(100);
  const accepted = optional.filter(({ name, field }) => !GROUPS.test(name) && field.safeParse({}).success);
  expect(accepted.map(({ at }) => at)).toEqual([]);
});
