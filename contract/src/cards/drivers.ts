import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, flag, idParams, optionalPersonName, personName } from '../fields.ts';
import { driverPhoneField } from '../values/phone.ts';

/** Drivers of a company (docs/calls.md 4). Which cards they use is in cards.ts. */

export const driver = z.object({
  id: z.int(),
  name: z.string(),
  surname: z.string(),
  patronymic: z.string().nullable(),
  initialName: z.string(),
  initialPatronymic: z.string(),
  phone: z.string().nullable(),
});

export const listDrivers = endpoint({
  name: 'listDrivers',
  method: 'GET',
  path: '/api/drivers',
  summary: 'The company’s drivers',
  caller: 'read',
  key: { scope: 'drivers:read', path: '/api/v1/drivers' },
  data: z.array(driver),
  source: 'docs/calls.md 4',
});

/** Fields that a company fills in about a driver. */
export const driverFields = z.object({
  name: personName(),
  surname: personName(),
  patronymic: absentWhenEmpty(optionalPersonName()),
  phone: absentWhenEmpty(driverPhoneField),
});

/** Stands under the form. Adding a driver there states this consent. */
export const DRIVER_CONSENT_TEXT =
  'Добавляя водителя, вы подтверждаете: он знает, что его имя и телефон переданы топливной программе. Удалить их можно в любое время.';

export const addDriver = endpoint({
  name: 'addDriver',
  method: 'POST',
  path: '/api/drivers',
  summary: 'Adds a driver to the company',
  caller: 'changeCard',
  body: driverFields.extend({
    told: absentWhenEmpty(flag).meta({
      description:
        'the company states that the driver knows of his data being here; kept with who said so and when',
    }),
  }),
  idempotent: true,
  data: driver,
  source: 'docs/calls.md 4',
});

export const updateDriver = endpoint({
  name: 'updateDriver',
  method: 'PUT',
  path: '/api/drivers/:id',
  summary: 'Corrects a driver as a whole: a patronymic or phone that is left out is removed',
  caller: 'changeCard',
  params: idParams,
  body: driverFields,
  idempotent: true,
  data: driver.extend({
    links_revoked: z
      .int()
      .meta({ description: 'how many of his links have ended, for they were sent to the old phone' }),
  }),
  source: 'docs/calls.md 4',
});

/**
 * A driver who is attached to cards is refused as a change of those cards: 403 before the agreement, 503 in
 * maintenance.
 */
export const removeDriver = endpoint({
  name: 'removeDriver',
  method: 'DELETE',
  path: '/api/drivers/:id',
  summary: 'Removes a driver from the company and from its cards',
  caller: 'changeCard',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 4',
});
