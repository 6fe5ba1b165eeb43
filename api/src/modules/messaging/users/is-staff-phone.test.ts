import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenPerson, givenStaff } from '../../../testing/givens/factories.ts';
import { isStaffPhone } from './is-staff-phone.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

test('a phone of staff differs from a client’s, and from an unknown one', async () => {
  const [staff, client] = [await givenStaff(api), await givenPerson(api)];
  const found = [staff.phone, client.phone, '79999999999'].map((phone) =>
    isStaffPhone(api.ctx.db.system, phone),
  );
  expect(await Promise.all(found)).toEqual([true, false, false]);
});
