// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { storeProfile, type Profile } from '../server/session.ts';
import { render } from '../testing/render.tsx';
import { beginManyMovements, useManyCardsDraft } from './many-movements.ts';

function Chosen() {
  return <p>{useManyCardsDraft('to-card').cardIds.join(' ') || 'none'}</p>;
}

function enter(personId: number, companyId: number): void {
  storeProfile({ id: personId, company: { id: companyId }, companies: 2 } as Profile, []);
}

async function readChosen(): Promise<string> {
  await render(<Chosen />);
  return [...document.querySelectorAll('p')].at(-1)?.textContent ?? '';
}

test('cards chosen for a movement stay with their person and company', async () => {
  enter(1, 11);
  beginManyMovements('to-card', [5, 6]);
  expect(await readChosen()).toBe('5 6');
  enter(1, 22);
  expect(await readChosen()).toBe('none');
  enter(2, 11);
  expect(await readChosen()).toBe('none');
  enter(1, 11);
  expect(await readChosen()).toBe('5 6');
});
