import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LIMIT_PERIODS, LIMIT_UNITS } from '#contract/ids.ts';
import { DOCUMENT_KINDS } from '#contract/documents.ts';
import { SMS_PURPOSES } from '#contract/sms-code.ts';

const root = path.join(import.meta.dirname, '..');

/**
 * Where several members of a set are written out: two, or more where their words mean other things too. A new member is a row in the first place of each list; a migration
 * says it to the database. A further place asks for that row twice: read the set there instead, or, where its members
 * differ in something new, put that into the row. Only if neither fits, add the place here, where a reader sees it.
 */
test.each([
  {
    set: 'periods of a limit',
    members: LIMIT_PERIODS,
    several: 2,
    places: [
      'contract/src/ids.ts',
      'api/src/db/migrations/003-cards.sql',
      'api/src/db/migrations/380-limit-periods.sql',
      // Makes a rule of each limit that cards had.
      'api/src/db/migrations/935-own-layer-of-cards.sql',
      // Chooses some for the cards of the demonstration.
      'api/src/demonstration/plan-cards.ts',
      // What every network of the neutral protocol can count.
      'api/src/gateways/fuel-network/wire.ts',
    ],
  },
  {
    set: 'units of a limit',
    members: LIMIT_UNITS,
    several: 2,
    places: [
      'contract/src/ids.ts',
      'api/src/db/migrations/003-cards.sql',
      'api/src/db/migrations/935-own-layer-of-cards.sql',
      // Chooses some for the cards of the demonstration.
      'api/src/demonstration/plan-cards.ts',
      // The network writes each in a shape of its own.
      'api/src/gateways/fuel-network/opti24/opti24-limits.ts',
    ],
  },
  {
    set: 'purposes of a code',
    members: SMS_PURPOSES,
    several: 4,
    places: [
      'contract/src/sms-code.ts',
      // Right, subject and words of each: the compiler asks for a row.
      'api/src/modules/office/confirmations/deed.ts',
      // Titles of all kinds of messages, of which codes are some.
      'api/src/modules/people/messages/present.ts',
    ],
  },
  {
    set: 'papers of a month',
    members: DOCUMENT_KINDS,
    several: 3,
    places: [
      'contract/src/documents.ts',
      // Title and meaning of the code of each: the compiler asks for a row.
      'api/src/modules/office/documents/month-closing.ts',
      'api/src/db/migrations/066-month-closing.sql',
      // Draws each.
      'api/src/modules/office/documents/closing-papers.ts',
      // Short titles, for carriers and for staff: the compiler asks for a row.
      'web/src/features/documents/monthly-document.ts',
      'web/src/features/staff-documents/staff-document-columns.tsx',
    ],
  },
])('the $set are written out in these places and nowhere else', ({ members, several, places }) => {
  expect(placesOf(members, several)).toEqual(places.toSorted());
});

function placesOf(members: readonly string[], several: number): string[] {
  const written = members.map((member) => new RegExp(`'${member}'|(?<![.\\w])${member}: ['"\`{]`));
  return globSync('{contract,api,web}/src/**/*.{ts,tsx,sql}', { cwd: root })
    .filter((file) => !/\.test\.|\/testing\//.test(file))
    .filter((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return written.filter((member) => member.test(text)).length >= several;
    })
    .toSorted();
}
